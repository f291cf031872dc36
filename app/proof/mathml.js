/** Builds MathML from the text that Python sends: elements of arithmetic and their text, and nothing else whatever it says. */

const NAMESPACE = "http://www.w3.org/1998/Math/MathML";

const ELEMENTS = new Set(["math", "mrow", "mi", "mn", "mo", "mtext", "mfrac", "msub", "msup", "msqrt"]);

/**
 * A math element; null where the text is not well-formed or holds anything but arithmetic.
 * @param {string} text
 */
export function mathml(text) {
  const { documentElement } = new DOMParser().parseFromString(text, "application/xml");
  return documentElement.localName === "math" ? copy(documentElement) : null;
}

/**
 * The element made anew, without attributes.
 * @param {Element} from
 * @returns {Element | null}
 */
function copy(from) {
  if (!ELEMENTS.has(from.localName)) return null;
  const made = document.createElementNS(NAMESPACE, from.localName);
  for (const child of from.childNodes) {
    const part = child instanceof Element ? copy(child) : (child.nodeValue ?? "");
    if (part === null) return null;
    made.append(part);
  }
  return made;
}
