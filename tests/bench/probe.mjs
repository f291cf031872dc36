// Runs in the page before its own scripts: notes when input came, when a worker spoke, and when scores were there.
(() => {
  const bench = { heard: 0, result: Promise.reject(new Error("bench.arm() comes first")) };
  bench.result.catch(() => {});
  globalThis.bench = bench;
  let frames = [];
  let began = 0;
  let waiting = false;

  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", () => {
        bench.heard = performance.now();
      });
    }
  };

  const begin = (event) => {
    if (waiting && !began) began = event.timeStamp;
  };
  for (const type of ["input", "change", "click"]) addEventListener(type, begin, { capture: true });

  const body = (name) => {
    const titled = (table) => document.getElementById(table.getAttribute("aria-labelledby"))?.textContent.trim();
    return [...document.querySelectorAll("table")].find((table) => titled(table) === name).tBodies[0];
  };
  const text = (part) => [...part.querySelectorAll("td")].map((cell) => cell.textContent).join(" ");

  // Fulfilled by `bench.result` once the mean scores are others than they were and the table of queries has a frame.
  bench.arm = (limit) => {
    const { promise, resolve, reject } = Promise.withResolvers();
    bench.result = promise;
    setTimeout(() => reject(new Error(`no new scores within ${limit / 1000} s`)), limit);
    const means = body("Mean scores");
    const queries = body("Per query");
    const before = text(means);
    let scored = 0;
    frames = [];
    began = 0;
    waiting = true;
    const step = (now) => {
      frames.push(now);
      if (waiting) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    const finish = () => {
      const drawn = performance.now();
      waiting = false;
      const inside = [began, ...frames.filter((frame) => frame > began), drawn];
      const gap = Math.max(...inside.slice(1).map((frame, at) => frame - inside[at]));
      resolve({ scored: scored - began, heard: bench.heard - began, drawn: drawn - bench.heard, gap });
    };
    const observer = new MutationObserver(() => {
      const now = text(means);
      if (!began || now === before || !/\d/.test(now)) return;
      scored ||= performance.now();
      if (!/\d/.test(text(queries))) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(finish));
    });
    for (const part of [means, queries])
      observer.observe(part, { childList: true, characterData: true, subtree: true });
  };
})();
