/** A data box: a textarea with line numbers that draws only the visible lines and marks those in error. */

import { LARGEST_TEXT } from "../content.js";
import { find, make } from "../dom.js";
import { countLines, lineSpan } from "../format.js";

/**
 * @param {HTMLElement} root  the .editor element
 * @param {(text: string, fresh: boolean) => void} changed  `fresh`: nothing of the former text is left
 */
export function createEditor(root, changed) {
  const textarea = find(root, "textarea", HTMLTextAreaElement);
  const gutter = find(root, ".gutter", HTMLElement);
  const bands = find(root, ".bands", HTMLElement);
  const numbers = make("div", "numbers");
  const marks = make("div", "marks");
  gutter.append(marks, numbers);

  let text = textarea.value;
  let lines = countLines(text);
  let lineHeight = 20;
  let padding = 0;
  let height = 0;
  let frame = 0;
  let digits = "2";
  let fresh = false;
  /** @type {number[]} */
  let wrong = [];

  function measure() {
    const style = getComputedStyle(textarea);
    lineHeight = Number.parseFloat(style.lineHeight) || lineHeight;
    padding = Number.parseFloat(style.paddingTop) || 0;
    height = textarea.clientHeight;
    draw();
  }

  /** Draws with the next frame: asking a long textarea for its scroll position at once would lay it out once more. */
  function drawSoon() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  }

  function draw() {
    const top = textarea.scrollTop - padding;
    const first = Math.max(0, Math.floor(top / lineHeight));
    const last = Math.min(lines, first + Math.ceil(height / lineHeight) + 1);
    const shown = [];
    for (let line = first + 1; line <= last; line++) shown.push(line);
    numbers.textContent = shown.join("\n");
    numbers.style.transform = `translateY(${first * lineHeight - top}px)`;
    const visible = wrong.filter((line) => line > first && line <= last);
    marks.replaceChildren(...visible.map((line) => atLine(make("span", "mark", "!"), line, top)));
    bands.replaceChildren(...visible.map((line) => atLine(make("span", "band"), line, top)));
  }

  /** @param {HTMLElement} element @param {number} line @param {number} top */
  function atLine(element, line, top) {
    element.style.transform = `translateY(${(line - 1) * lineHeight - top}px)`;
    return element;
  }

  /** @param {string} value */
  function take(value) {
    text = value;
    lines = countLines(text);
    const wide = String(Math.max(2, String(lines).length));
    if (wide !== digits) root.style.setProperty("--digits", wide);
    digits = wide;
    drawSoon();
  }

  textarea.addEventListener("beforeinput", () => {
    fresh = textarea.selectionStart === 0 && textarea.selectionEnd === textarea.value.length;
  });
  textarea.addEventListener("input", () => {
    take(textarea.value);
    changed(text, fresh);
  });
  textarea.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (pasted.length <= LARGEST_TEXT) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = textarea;
    changed(
      value.slice(0, selectionStart) + pasted + value.slice(selectionEnd),
      selectionEnd - selectionStart === value.length,
    );
  });
  textarea.addEventListener("scroll", draw, { passive: true });
  new ResizeObserver(measure).observe(textarea);

  return {
    textarea,
    /** @param {string} value */
    show(value) {
      if (value === text) return;
      textarea.value = value;
      take(value);
      requestAnimationFrame(() => textarea.scrollTo(0, 0));
    },
    /** @param {number[]} badLines */
    mark(badLines) {
      if (badLines.join() === wrong.join()) return;
      wrong = badLines;
      textarea.setAttribute("aria-invalid", String(wrong.length > 0));
      drawSoon();
    },
    /** Selects a line and brings it into view. @param {number} line */
    goTo(line) {
      const [start, end] = lineSpan(textarea.value, line);
      textarea.focus();
      textarea.setSelectionRange(start, end);
      textarea.scrollTop = Math.max(0, (line - 1) * lineHeight - textarea.clientHeight / 3);
      textarea.scrollLeft = 0;
    },
  };
}

/** @typedef {ReturnType<typeof createEditor>} Editor */
