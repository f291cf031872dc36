/** Saves a chart as it looks now: as SVG that needs no style sheet, or as PNG. */

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

/**
 * @param {SVGSVGElement} chart  in the page
 * @returns {string}
 */
export function svgText(chart) {
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
  return new XMLSerializer().serializeToString(copy);
}

/** @param {SVGSVGElement} chart @param {string} name  without its ending */
export function saveSvg(chart, name) {
  download(new Blob([svgText(chart)], { type: "image/svg+xml" }), `${name}.svg`);
}

/** @param {SVGSVGElement} chart @param {string} name  without its ending */
export async function savePng(chart, name) {
  const { width, height } = chart.viewBox.baseVal;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(chart))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width * SHARPNESS;
  canvas.height = height * SHARPNESS;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  if (blob) download(blob, `${name}.png`);
}

/** @param {Blob} blob @param {string} name */
function download(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
