/** Saves a chart as it looks now, with what made it below: as SVG that needs no style sheet, or as PNG. */

import { download } from "../download.js";

/** What the page's style sheets decide, which a file of its own has to carry. */
const KEPT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "font-family",
  "font-size",
  "font-weight",
];

/** Pixels of a PNG for each of the page's. */
const SHARPNESS = 2;

/** Of the lines below a picture that say what made it: pixels from one to the next, of the type, and a character's. */
const [LINE, TYPE, CHARACTER] = [15, 11, 5.9];

/**
 * The chart as a file holds it, with what made it written below.
 * @param {SVGSVGElement} chart  in the page
 * @param {string[]} said
 */
function standing(chart, said) {
  const copy = /** @type {SVGSVGElement} */ (chart.cloneNode(true));
  const originals = [chart, ...chart.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  originals.forEach((original, index) => {
    const style = getComputedStyle(original);
    const target = /** @type {Element} */ (copies[index]);
    for (const property of KEPT) target.setAttribute(property, style.getPropertyValue(property));
    target.removeAttribute("class");
  });
  const paper = document.createElementNS(chart.namespaceURI, "rect");
  const colour = getComputedStyle(document.documentElement).backgroundColor;
  for (const [name, value] of Object.entries({ width: "100%", height: "100%", fill: colour })) {
    paper.setAttribute(name, value);
  }
  copy.querySelector("desc")?.after(paper);
  const { width, height: before } = chart.viewBox.baseVal;
  const lines = said.flatMap((text) => wrapped(text, Math.floor((width - 8) / CHARACTER)));
  const height = before + (lines.length + 1) * LINE;
  const { color, fontFamily } = getComputedStyle(chart);
  lines.forEach((text, index) => {
    const line = document.createElementNS(chart.namespaceURI, "text");
    const place = {
      x: 4,
      y: before + (index + 1) * LINE,
      fill: color,
      "font-family": fontFamily,
      "font-size": `${TYPE}px`,
    };
    for (const [key, value] of Object.entries(place)) line.setAttribute(key, String(value));
    line.textContent = text;
    copy.append(line);
  });
  for (const [key, value] of Object.entries({ viewBox: `0 0 ${width} ${height}`, height })) {
    copy.setAttribute(key, String(value));
  }
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/**
 * Lines of words, none longer than so many characters unless a word is.
 * @param {string} text
 * @param {number} most
 */
function wrapped(text, most) {
  /** @type {string[]} */
  const lines = [];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** @param {SVGSVGElement} chart @param {string} name  without its ending @param {string[]} said  what made it */
export function saveSvg(chart, name, said) {
  download(new Blob([standing(chart, said).text], { type: "image/svg+xml" }), `${name}.svg`);
}

/** @param {SVGSVGElement} chart @param {string} name  without its ending @param {string[]} said  what made it */
export async function savePng(chart, name, said) {
  const { text, width, height } = standing(chart, said);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(blob, `${name}.png`);
}
