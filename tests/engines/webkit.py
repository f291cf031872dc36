"""Drives WebKit with selenium: WebKitGTK's MiniBrowser, on a screen that exists only in memory."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from selenium.common.exceptions import WebDriverException
from selenium.webdriver import ActionChains, Remote
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.client_config import ClientConfig
from selenium.webdriver.remote.remote_connection import RemoteConnection
from selenium.webdriver.webkitgtk.options import Options
from urllib3.exceptions import HTTPError

from tests.engines.driver import LIMIT, SIZE, Driver, Engine

ENDS_WITH_US = ["setpriv", "--pdeathsig", "TERM"]  # however this process ends, nothing is left behind
TO_START = 60  # seconds that a browser has to open; on a busy machine it now and then never does
STARTS = 3
TO_END = 20  # seconds that a browser has to close
KEYS = {"\n": Keys.ENTER, "\t": Keys.TAB}

# WebDriver has no way to hear the console, so that what is said before the page is loaded is missed.
LISTEN = """const seen = (window.seenByTheTest = []);
for (const kind of ["error", "warn"]) {
  const say = console[kind];
  console[kind] = (...said) => { seen.push(`${kind}: ${said.join(" ")}`); say.apply(console, said); };
}
addEventListener("error", ({ message }) => seen.push(`exception: ${message}`));
addEventListener("unhandledrejection", ({ reason }) => seen.push(`exception: ${reason}`));
addEventListener("securitypolicyviolation", ({ blockedURI }) => seen.push(`error: refused ${blockedURI}`));"""

# A refusal is an exception here as it is elsewhere; WebDriver has a callback for both.
ASYNC = """const answer = arguments[arguments.length - 1];
(async () => (%s)(...arguments[0]))().then((ok) => answer({ ok }), (error) => answer({ error: String(error) }));"""


class WebKitDriver:
    """A page in a browser of its own."""

    def __init__(self, remote: Remote) -> None:
        self.remote = remote
        self.seen: list[str] = []
        self.resize(*SIZE)

    def open(self, url: str) -> None:
        self.remote.get(url)
        self.remote.execute_script(LISTEN)

    def reload(self) -> None:
        self.seen = self.problems()
        self.remote.refresh()
        self.remote.execute_script(LISTEN)

    def run(self, function: str, *arguments: Any) -> Any:
        answer = self.remote.execute_async_script(ASYNC % function, arguments)
        assert "error" not in answer, answer["error"]
        return answer.get("ok")

    def click(self, function: str, *arguments: Any) -> None:
        element = self.remote.execute_script(f"return ({function})(...arguments)", *arguments)
        assert element, f"there is no {arguments}"
        element.click()

    def type(self, text: str) -> None:
        ActionChains(self.remote, 0).send_keys("".join(KEYS.get(letter, letter) for letter in text)).perform()

    def press(self, keys: str) -> None:
        *held, last = [getattr(Keys, snake(key), key) for key in keys.split("+")]
        chain = ActionChains(self.remote, 0)
        for key in held:
            chain.key_down(key)
        chain.send_keys(last)
        for key in held:
            chain.key_up(key)
        chain.perform()

    def resize(self, width: int, height: int) -> None:
        self.remote.set_window_size(width, height)
        inner = self.remote.execute_script("return [innerWidth, innerHeight]")
        self.remote.set_window_size(2 * width - inner[0], 2 * height - inner[1])

    def screenshot(self) -> bytes:
        return self.remote.get_screenshot_as_png()

    def problems(self) -> list[str]:
        return self.seen + list(self.remote.execute_script("return window.seenByTheTest ?? []"))


def snake(key: str) -> str:
    """The name that selenium has for a key: ARROW_DOWN for ArrowDown."""
    return "".join(f"_{letter}" if letter.isupper() else letter for letter in key).strip("_").upper()


@contextmanager
def webkit(web_driver: str, xvfb: str) -> Iterator[Engine]:
    """Every page gets a driver and a browser of its own, on one screen."""
    screen = [*ENDS_WITH_US, xvfb, "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"]
    with running(screen, stdout=subprocess.PIPE) as shown:
        assert shown.stdout
        env = {**os.environ, "DISPLAY": f":{shown.stdout.readline().decode().strip()}", "NO_AT_BRIDGE": "1"}

        @contextmanager
        def page() -> Iterator[Driver]:
            with browser(web_driver, env) as remote:
                yield WebKitDriver(remote)

        with browser(web_driver, env) as remote:
            version = remote.capabilities["browserVersion"]
        yield Engine("webkit", version, page)


@contextmanager
def browser(web_driver: str, env: dict[str, str]) -> Iterator[Remote]:
    """A browser with an empty page, and a driver that ends with it, since one may no longer answer."""
    for left in reversed(range(STARTS)):
        port = free_port()
        driver = [*ENDS_WITH_US, web_driver, f"--port={port}"]
        with running(driver, stdout=subprocess.DEVNULL, env=env, start_new_session=True) as process:
            wait_for(port)
            config = ClientConfig(f"http://127.0.0.1:{port}", timeout=TO_START)
            try:
                remote = Remote(RemoteConnection(client_config=config), options=Options())
            except (WebDriverException, HTTPError):
                end(process)
                if not left:
                    raise
                continue
            config.timeout = 2 * LIMIT
            remote.set_script_timeout(LIMIT)
            try:
                yield remote
            finally:
                config.timeout = TO_END
                with contextlib.suppress(WebDriverException, HTTPError):
                    remote.quit()
                end(process)
            return


def end(driver: subprocess.Popen[bytes]) -> None:
    """Ends a driver with its browser, whether these answer or not."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(driver.pid, signal.SIGKILL)


@contextmanager
def running(command: list[str], **settings: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A program for as long as it is needed."""
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, **settings) as process:
        try:
            yield process
        finally:
            process.terminate()


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def wait_for(port: int) -> None:
    """Comes back once somebody listens there."""
    end = time.monotonic() + LIMIT
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except OSError:
            assert time.monotonic() < end, "WebKitWebDriver does not answer"
            time.sleep(0.05)
