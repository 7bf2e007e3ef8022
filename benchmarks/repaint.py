"""How long Chromium takes to paint Babylonia's full board again: script, style, layout and paint, by its own trace.

    python benchmarks/repaint.py        # needs the built page and Chromium; prints the median and the longest frame

The board is that of four players late in a match. Each frame looks a little closer, so that nothing can be kept.
"""

import itertools
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.server.helpers import Server
from tests.web.babylonia import Company
from tests.web.conftest import CHROMIUM, SWITCHES
from tests.web.helpers import new_context
from tests.web.test_playing import seat_link

FRAMES = 40
LATE = 37  # turns
WORK = {"FunctionCall", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"}
REPAINT = """async (frames) => {
  const map = document.querySelector('.map');
  const [x, y, width, height] = map.getAttribute('viewBox').split(' ').map(Number);
  for (let i = 0; i < frames; i++) {
    await new Promise(requestAnimationFrame);
    console.timeStamp('frame');
    map.setAttribute('viewBox', [x + i / 9, y + i / 9, width - i, height - i].join(' '));
  }
  await new Promise(requestAnimationFrame);
}"""


def main() -> None:
    """Measure and print."""
    server = Server(Path(tempfile.mkdtemp()), seed=1)
    company = Company(server, 4, seed=2)
    company.play_until(lambda update: update["view"]["turn"] >= LATE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        page = new_context(browser).new_page()
        page.goto(f"{server.url}/{seat_link(company.table, 0)}")
        page.wait_for_selector(".map")
        page.wait_for_timeout(500)
        frames = frames_of(traced(page))
        browser.close()
    server.stop()
    tokens = sum(cell["holds"] == "token" for cell in company.latest["view"]["cells"])
    median, longest = statistics.median(frames), max(frames)
    print(f"{tokens} tokens, {len(frames)} frames: median {median:.1f} ms, longest {longest:.1f} ms")


def traced(page: Page) -> list[dict[str, Any]]:
    """The events of Chromium's own trace while the board is painted again and again."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    session.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    done: list[bool] = []
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    session.send("Tracing.start", {"transferMode": "ReportEvents", "categories": "devtools.timeline"})
    page.evaluate(REPAINT, FRAMES)
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    return events


def frames_of(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of the main thread's own time between two marks, for each frame after the first."""
    marks = sorted(event["ts"] for event in events if event["name"] == "TimeStamp")
    main = next(event["tid"] for event in events if event["name"] == "TimeStamp")
    work = [event for event in events if event["name"] in WORK and event["tid"] == main and event.get("tdur")]
    pairs = list(itertools.pairwise(marks))[1:]
    return [sum(event["tdur"] for event in work if start <= event["ts"] < end) / 1000 for start, end in pairs]


if __name__ == "__main__":
    main()
