/** Straight scales from data to pixels, with round numbers for their ticks. */

/** @typedef {{at: (value: number) => number, back: (pixel: number) => number, ticks: number[], text: (value: number) => string}} Scale */

/**
 * A scale that takes in low and high, widened to ticks where `round` is true.
 *
 * @param {[number, number]} domain
 * @param {[number, number]} range  pixels
 * @param {{count?: number, round?: boolean}} [options]  count: about how many ticks
 * @returns {Scale}
 */
export function linear([low, high], [from, to], { count = 5, round = true } = {}) {
  const width = high - low || Math.abs(high) || 1;
  const step = niceStep(width / Math.max(1, count));
  const slack = step * 1e-9;
  const first = round ? Math.floor((low + slack) / step) : Math.ceil((low - slack) / step);
  let last = round ? Math.ceil((high - slack) / step) : Math.floor((high + slack) / step);
  if (round && last === first) last += 1;
  const ticks = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
  const [start, end] = round ? [first * step, last * step] : [low, high === low ? low + width : high];
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  return {
    at: (value) => from + ((value - start) / (end - start)) * (to - from),
    back: (pixel) => start + ((pixel - from) / (to - from)) * (end - start),
    ticks: ticks.map((tick) => Number(tick.toFixed(decimals + 2))),
    text: (value) => value.toFixed(decimals).replace(/^-/, "−"),
  };
}

/**
 * The nearest of 1, 2 and 5 times a power of ten that is no less.
 * @param {number} rough
 */
function niceStep(rough) {
  const power = 10 ** Math.floor(Math.log10(rough));
  const found = [1, 2, 5].find((each) => each * power >= rough * (1 - 1e-9));
  return (found ?? 10) * power;
}
