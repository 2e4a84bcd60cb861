#!/usr/bin/python3
"""Searches words in a PDF by Chromium's own viewer: viewer.py FILE.pdf ZOOM WORD...

The viewer is told the word by a text fragment, as a link to a word in a page tells it (#:~:text=WORD), and marks what it
finds. Printed is a line for each word: left, upper, right and lower edge of what it marked, in pixels of the window, of
which an inch of the page has 96 at a ZOOM of 100 per cent, or `nothing`.
"""
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.parse
import urllib.request

# Where two screenshots differ, pixel by pixel.
DIFFERENCE = """
const [one, two, done] = arguments;
const load = (text) => new Promise((found, failed) => {
  const image = new Image();
  image.onload = () => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    found(pen.getImageData(0, 0, image.width, image.height));
  };
  image.onerror = failed;
  image.src = 'data:image/png;base64,' + text;
});
Promise.all([load(one), load(two)]).then(([a, b]) => {
  let [left, top, right, bottom] = [a.width, a.height, 0, 0];
  for (let y = 0; y < a.height; y++) {
    for (let x = 0; x < a.width; x++) {
      const place = 4 * (y * a.width + x);
      if ([0, 1, 2].every((index) => Math.abs(a.data[place + index] - b.data[place + index]) < 8)) continue;
      [left, top] = [Math.min(left, x), Math.min(top, y)];
      [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
    }
  }
  done(right > left ? [left, top, right, bottom] : null);
});
"""


class Browser:
    """Chromium without a window, by chromedriver."""

    def __init__(self, home):
        self.driver = subprocess.Popen(["/usr/bin/chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True,
                                       env={**os.environ, "HOME": home})
        self.port = None
        for line in self.driver.stdout:
            if "successfully on port" in line:
                self.port = int("".join(digit for digit in line.split()[-1] if digit.isdigit()))
                break
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--window-size=1400,1000", "--lang=en", f"--user-data-dir={home}/profile"]
        self.session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:chromeOptions": {"args": arguments}}}})["sessionId"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", method=method, headers={"Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=600) as answer:
            return json.load(answer)["value"]

    def open(self, address):
        self.call("POST", f"/session/{self.session}/url", {"url": address})

    def seen(self):
        return self.call("GET", f"/session/{self.session}/screenshot")

    def difference(self, one, two):
        self.open("about:blank")
        return self.call("POST", f"/session/{self.session}/execute/async", {"script": DIFFERENCE, "args": [one, two]})

    def settled(self, address):
        """What a page looks like once it changes no more; the viewer has no event for that."""
        self.open("about:blank")
        empty = self.seen()
        self.open(address)
        before, still = None, 0
        for _ in range(1200):
            time.sleep(0.25)
            now = self.seen()
            still = still + 1 if now == before and now != empty else 0
            if still == 5:
                return now
            before = now
        sys.exit("viewer.py: the viewer does not come to rest")

    def close(self):
        self.driver.kill()
        self.driver.wait()


def mark(browser, address, word):
    """What the viewer marks of a word; nothing where it marks nothing.

    On a busy machine it may rest before it has drawn the page, or the mark: what is seen must be seen twice.
    """
    plain = browser.settled(address)
    for _ in range(8):
        marked = browser.settled(f"{address}:~:text={urllib.parse.quote(word)}")
        again, later = browser.settled(f"{address}:~:text={urllib.parse.quote(word)}"), browser.settled(address)
        if plain == later and marked == again:
            return browser.difference(plain, marked)
        plain = later
    sys.exit("viewer.py: the viewer never shows the same twice")


def main():
    path, zoom, words = sys.argv[1], sys.argv[2], sys.argv[3:]
    address = "file://" + urllib.parse.quote(os.path.abspath(path)) + "#toolbar=0&navpanes=0&zoom=" + zoom
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        browser = Browser(home)
        try:
            for word in words:
                edges = mark(browser, address, word)
                print(" ".join(str(edge) for edge in edges) if edges else "nothing", flush=True)
        finally:
            try:
                browser.call("DELETE", f"/session/{browser.session}")
            finally:
                browser.close()


if __name__ == "__main__":
    main()
