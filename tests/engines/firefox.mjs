// Drives Firefox with puppeteer over WebDriver BiDi: a JSON request on every line in, a JSON answer on every line out.

import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

const [executablePath, milliseconds] = process.argv.slice(2);
const timeout = Number(milliseconds);

// Without a screen Firefox finds no mouse; the page gives its better editor to readers who have one.
const extraPrefsFirefox = { "ui.primaryPointerCapabilities": 6, "ui.allPointerCapabilities": 6 };

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath,
  headless: true,
  protocolTimeout: timeout,
  extraPrefsFirefox,
});
/** @type {import("puppeteer-core").Page} */
let page;
/** @type {string[]} */
let seen = [];

/** The commands of tests/engines/firefox.py. */
const commands = {
  version: () => browser.version(),
  async begin(width, height) {
    const context = await browser.createBrowserContext();
    page = await context.newPage();
    seen = [];
    page.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) seen.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => seen.push(`exception: ${error}`));
    page.setDefaultTimeout(timeout);
    await page.setViewport({ width, height });
  },
  end: () => page.browserContext().close(),
  open: async (url) => void (await page.goto(url)),
  reload: async () => void (await page.reload()),
  run: (expression) => page.evaluate(expression),
  async click(expression) {
    const element = (await page.evaluateHandle(expression)).asElement();
    if (!element) throw new Error("there is no such element");
    await element.click();
  },
  type: (text) => page.keyboard.type(text),
  async press(keys) {
    const [last, ...held] = keys.split("+").reverse();
    for (const key of held.reverse()) await page.keyboard.down(key);
    await page.keyboard.press(last);
    for (const key of held.reverse()) await page.keyboard.up(key);
  },
  resize: (width, height) => page.setViewport({ width, height }),
  screenshot: () => page.screenshot({ encoding: "base64" }),
  problems: () => seen,
};

/** @param {[string, ...any[]]} request */
async function answer([command, ...given]) {
  try {
    return { ok: await commands[command](...given) };
  } catch (error) {
    return { error: String(error?.stack ?? error) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await answer(JSON.parse(line)))}\n`);
}
await browser.close();
