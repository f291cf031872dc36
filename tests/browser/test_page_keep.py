"""Session files hold everything; work stays on the device only if the reader says so, and is not lost in silence."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Dialog, Page, expect

from tests.browser.links import LATE, arrival, code, expect_shown
from tests.browser.page_reader import JUDGEMENTS, RESULTS, box, drop, example, give, k, large_run, mean_cells
from tests.browser.site import START_UP, Site, Watch, wait_until_ready
from tests.browser.test_page_share import OTHER, QRELS, RUN, dialog, opened, share

OWN = (
    "from rankproof import register_measure\n\n"
    '@register_measure(name="own")\ndef own(query):\n    return query.num_rel_ret / 10\n'
)


def save_session(page: Page, folder: Path) -> Path:
    """Saves a session file from the dialog, and closes that."""
    share(page)
    with page.expect_download() as download:
        dialog(page).get_by_role("button", name="Save session file").click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    dialog(page).get_by_role("button", name="Close").click()
    return path


def session(**parts: Any) -> dict[str, bytes]:
    """A session file of this content."""
    return {"colleague.txt": json.dumps({"format": "rankproof-session", "version": 1, **parts}).encode()}


def test_a_small_session_is_plain_json_and_opens_where_it_is_dropped(
    ready_page: Page, context: BrowserContext, site: Site, tmp_path: Path
) -> None:
    give(ready_page, QRELS, RUN)
    drop(box(ready_page, RESULTS), {"dense.run.gz": gzip.compress(OTHER.encode())})
    k(ready_page).fill("2")
    expect(mean_cells(ready_page, 1).last).to_contain_text("0.3155", timeout=LATE)
    path = save_session(ready_page, tmp_path)
    assert path.name == "rankproof-session.json"
    saved = json.loads(path.read_bytes())
    assert saved["format"] == "rankproof-session"
    assert saved["version"] == 1
    assert saved["judgements"] == {"text": QRELS}
    page = opened(context, site.url)
    drop(box(page, JUDGEMENTS), {"any name": path.read_bytes()})
    shown = {
        "k": "2",
        "judgements": QRELS,
        "runs": ["run 1", "dense.run.gz"],
        "chosen": "dense.run.gz",
        "means": [["1.0000", "0.5000", "0.7500", "0.8155"], ["0.5000", "0.2500", "0.2500", "0.3155"]],
    }
    expect_shown(page, shown)
    page.get_by_role("button", name="Add a run").click()
    expect(page.get_by_role("tab")).to_have_count(3)


def test_a_large_session_is_gzipped_and_holds_files_and_packages(
    ready_page: Page, context: BrowserContext, site: Site, tmp_path: Path
) -> None:
    large = large_run(60, 1000)
    give(ready_page, "1 0 d1 1\n2 0 d2 1\n", "")
    drop(box(ready_page, RESULTS), {"large.run": large.encode()})
    ready_page.get_by_role("button", name="Own measures").click()
    drop(ready_page.get_by_role("region", name="Own measures", exact=True), {"own-1-py3-none-any.whl": b"PK\xff\x00"})
    code(ready_page).focus()
    ready_page.keyboard.insert_text("import own\n")
    expect(mean_cells(ready_page).last).to_have_text("0.8155", timeout=LATE)  # 1 and 1 / log2(3), and nothing else
    path = save_session(ready_page, tmp_path)
    assert path.name == "rankproof-session.json.gz"
    files = json.loads(gzip.decompress(path.read_bytes()))["files"]
    assert files == [{"name": "large.run", "text": large}, {"name": "own-1-py3-none-any.whl", "base64": "UEv/AA=="}]
    page = opened(context, site.url)
    page.get_by_role("button", name="Share", exact=True).click()
    with page.expect_file_chooser() as chooser:
        dialog(page).get_by_role("button", name="Open session file").click()
    chooser.value.set_files(path)
    expect(dialog(page)).to_be_hidden()
    expect(mean_cells(page).last).to_have_text("0.8155", timeout=LATE)
    expect(page.locator(".attached-name")).to_have_text("large.run")
    expect(page.get_by_role("list", name="Packages")).to_contain_text("own-1-py3-none-any.whl")
    expect(arrival(page)).to_contain_text("Code came with the session and has not run")


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (session(version=2), "The session file is of version 2, and this page reads version 1"),
        (session(version="1"), "The session file is damaged: its “version” is not 1"),
        (session(settings={"k": 5}), "its “settings.k” is 5; expected text"),
        (session(runs=[{"name": "a", "file": 0}]), "its “runs[0].file” is 0; expected one of the 0 files"),
        (session(files=[{"name": "../a", "text": ""}]), "“files[0].name” is not a file's name"),
        (session(files=[{"name": "a", "base64": "%"}]), "“files[0].base64” is not base64"),
        ({"a": session()["colleague.txt"][:-3]}, "The session file is damaged: it is not JSON"),
        (
            {"a.gz": gzip.compress(session(settings={"k": "5"})["colleague.txt"])[:-9]},
            "it is cut, or its gzip is broken",
        ),
    ],
)
def test_a_session_that_cannot_be_opened_says_why(page: Page, files: dict[str, bytes], said: str) -> None:
    box(page, JUDGEMENTS).fill(QRELS)
    drop(page.locator("main"), files)
    expect(arrival(page).get_by_role("alert")).to_contain_text(said, timeout=START_UP)
    expect(box(page, JUDGEMENTS)).to_have_value(QRELS)


# Keeps the names of the workers that are opened and ended.
WATCH_WORKERS = """() => {
  window.workers = { opened: [], ended: [] };
  window.Worker = class extends Worker {
    constructor(url, options) {
      super(url, options);
      workers.opened.push((this.own = options.name));
    }
    terminate() {
      workers.ended.push(this.own);
      super.terminate();
    }
  };
}"""


def test_a_large_session_is_read_aside_and_its_mistakes_are_told_as_others(ready_page: Page) -> None:
    ready_page.evaluate(WATCH_WORKERS)
    runs = {"runs": [{"n": 1, "name": "large.run", "file": 0}], "files": [{"name": "large.run", "text": RUN * 10_000}]}
    whole = session(judgements={"text": QRELS}, **runs)["colleague.txt"]
    for content, said in [(whole[:-3], "it is not JSON"), (session(version=2, **runs)["colleague.txt"], "version 2")]:
        drop(ready_page.locator("main"), {"session.txt": content})
        expect(arrival(ready_page).get_by_role("alert")).to_contain_text(said, timeout=LATE)
    drop(ready_page.locator("main"), {"session.txt": whole})
    expect(box(ready_page, JUDGEMENTS)).to_have_value(QRELS, timeout=LATE)
    expect(ready_page.locator(".attached-name")).to_have_text("large.run")
    for what in ("opened", "ended"):
        assert ready_page.evaluate("(what) => workers[what]", what).count("session") == 3


def keep(page: Page) -> None:
    """Says that work is to be kept, and closes the dialog once it is."""
    share(page)
    dialog(page).get_by_role("checkbox", name="Keep my work on this device").check()
    expect(dialog(page)).to_contain_text("On: what you type and open is kept in this browser, last at ", timeout=LATE)
    dialog(page).get_by_role("button", name="Close").click()


def kept_runs(page: Page) -> list[Any]:
    """The first run of every document in the database, and nothing where there is no database."""
    found: list[Any] = page.evaluate(
        """async () => {
          const [known] = (await indexedDB.databases()).filter(({ name }) => name === "rankproof-kept");
          if (!known) return [];
          const wait = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result); });
          const database = await wait(indexedDB.open("rankproof-kept"));
          const all = await wait(database.transaction("works").objectStore("works").getAll());
          database.close();
          return all.map(({ document }) => document.runs?.[0].text ?? "");
        }"""
    )
    return found


def questions(page: Page, *, accept: bool) -> list[str]:
    """The kinds of the questions that the browser asks from now on; each is answered at once."""
    asked: list[str] = []

    def answer(question: Dialog) -> None:
        asked.append(question.type)
        if accept:
            question.accept()
        else:
            question.dismiss()

    page.on("dialog", answer)
    return asked


def asks(page: Page) -> bool:
    """Whether the browser would ask before the page is left, once its reader has touched it."""
    prevented: bool = page.evaluate("() => !dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    return prevented


def wait_until_kept(page: Page, text: str) -> None:
    """Waits until a document in the database has this first run."""
    for _ in range(400):
        if text in kept_runs(page):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{text!r} is not kept: {kept_runs(page)}")


def test_kept_work_is_there_after_a_reload_and_in_a_new_tab_and_gone_once_forgotten(
    ready_page: Page, context: BrowserContext, site: Site
) -> None:
    keep(ready_page)
    give(ready_page, QRELS, RUN)
    drop(box(ready_page, RESULTS), {"large.run": large_run(60, 1000, prefix="q").encode()})
    expect(ready_page.locator(".attached-name")).to_have_text("large.run")
    ready_page.get_by_role("tab", name="run 1").click()
    k(ready_page).fill("2")
    box(ready_page, RESULTS).fill(OTHER)
    wait_until_kept(ready_page, OTHER)
    assert not asks(ready_page)
    asked = questions(ready_page, accept=True)
    ready_page.reload()
    wait_until_ready(ready_page)
    # Run 1 finds q1's a at rank 2 and nothing for q2; the large run finds neither a nor c.
    rows = [["0.5000", "0.2500", "0.2500", "0.3155"], ["0.0000"] * 4]
    shown = {"k": "2", "judgements": QRELS, "results": OTHER, "means": rows, "runs": ["run 1", "large.run"]}
    expect_shown(ready_page, shown)
    assert asked == []
    page = context.new_page()
    page.goto(site.url)
    wait_until_ready(page)
    expect_shown(page, shown)
    expect(page.locator(".message")).to_contain_text("This is what the device kept on ")
    box(page, RESULTS).fill(RUN)
    wait_until_kept(page, RUN)
    assert set(kept_runs(page)) == {OTHER, RUN}  # a place for each tab
    share(page)
    dialog(page).get_by_role("button", name="Forget what is kept").click()
    expect(dialog(page).locator(".share-said")).to_have_text("Nothing is kept on this device any more.")
    assert kept_runs(page) == []
    assert page.evaluate("() => localStorage.length") == 0
    page.close(run_before_unload=False)
    ready_page.goto("about:blank")
    ready_page.goto(site.url)
    wait_until_ready(ready_page)
    expect_shown(ready_page, {"k": "10", "judgements": "", "results": ""})


def test_nothing_is_stored_unless_the_reader_says_so(ready_page: Page) -> None:
    give(ready_page, QRELS, RUN)
    share(ready_page)
    expect(dialog(ready_page).get_by_role("checkbox", name="Keep my work on this device")).not_to_be_checked()
    assert ready_page.evaluate("() => [localStorage.length, sessionStorage.length]") == [0, 0]
    assert ready_page.evaluate("() => indexedDB.databases()") == []
    assert QRELS[:4] not in json.dumps(ready_page.evaluate("() => history.state"))


def test_leaving_asks_while_something_typed_would_be_lost_and_only_then(ready_page: Page) -> None:
    asked = questions(ready_page, accept=False)

    def wait_until_followed() -> None:
        share(ready_page)
        dialog(ready_page).get_by_role("button", name="Close").click()

    wait_until_followed()
    assert not asks(ready_page)
    example(ready_page, "TREC")
    expect(mean_cells(ready_page).last).to_have_text("0.5289", timeout=LATE)
    assert not asks(ready_page)
    drop(ready_page.locator("main"), {"qrels.txt": QRELS.encode(), "bm25.run": RUN.encode()})
    expect(mean_cells(ready_page).last).to_have_text("0.8155", timeout=LATE)
    assert not asks(ready_page)
    box(ready_page, RESULTS).press("End")
    ready_page.keyboard.type(" ")
    expect(box(ready_page, RESULTS)).to_have_value(f"{RUN} ")
    assert asks(ready_page)
    with (
        ready_page.expect_event("dialog"),
        pytest.raises(Exception, match=r"ERR_ABORTED|interrupted|Timeout"),
    ):
        ready_page.goto("about:blank", timeout=3000)
    assert asked == ["beforeunload"]
    keep(ready_page)
    assert not asks(ready_page)
    share(ready_page)
    dialog(ready_page).get_by_role("checkbox", name="Keep my work on this device").uncheck()
    expect(dialog(ready_page)).to_contain_text("Off. Inputs are gone when this page is closed")
    dialog(ready_page).get_by_role("button", name="Close").click()
    assert asks(ready_page)
    box(ready_page, RESULTS).fill("")
    box(ready_page, JUDGEMENTS).fill("")
    assert not asks(ready_page)


@pytest.mark.parametrize(
    ("breaks", "said"),
    [
        (
            "IDBObjectStore.prototype.put = () => { throw new DOMException('none left', 'QuotaExceededError'); }",
            "Your work could not be kept on this device: its storage is full.",
        ),
        (
            "indexedDB.open = () => { throw new DOMException('not here', 'SecurityError'); }",
            "Your work could not be kept on this device: the browser does not allow it (not here).",
        ),
        (
            "Storage.prototype.setItem = () => { throw new DOMException('denied', 'SecurityError'); }",
            "Your work could not be kept on this device: the browser does not allow it (denied).",
        ),
    ],
    ids=["full", "blocked", "without local storage"],
)
def test_storage_that_is_full_or_blocked_is_told(ready_page: Page, watch: Watch, breaks: str, said: str) -> None:
    give(ready_page, QRELS, RUN)
    ready_page.evaluate(f"() => {{ {breaks} }}")
    share(ready_page)
    dialog(ready_page).get_by_role("checkbox", name="Keep my work on this device").click()
    expect(dialog(ready_page)).to_contain_text(said)
    expect(dialog(ready_page)).to_contain_text("Save a session file under Share instead.")
    dialog(ready_page).get_by_role("button", name="Close").click()
    k(ready_page).fill("1")
    expect(mean_cells(ready_page).last).to_have_text("0.5000", timeout=LATE)
