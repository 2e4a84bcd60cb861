"""Pictures of a folder, their known texts, and the programs that read them."""
import collections
import filecmp
import os
import re
import tempfile

import measurement

# Every ending that HanScan reads; a test compares them with the program's.
ENDINGS = set(
  "avif bmp dib gif heic heif hif j2k jp2 jpeg jpg jpx pam pbm pgm png pnm ppm tif tiff webp".split())
KNOWN = re.compile(r"(.*?)(?:\.p(\d+))?\.(?:gt|expected)\.txt", re.S)

Known = collections.namedtuple("Known", "path name page label")
Reader = collections.namedtuple("Reader", "name kind options")

LANGUAGES = ["-l", "kor+eng"]

# Removes the empty text of a picture that tesseract can't read, because a blank page has one, too.
# Status 255 makes xargs stop if there is no tesseract.
LOOP = """
for name; do :; done
tesseract "$@" && exit
[ $? != 127 ] || exit 255
rm -f "$name.txt"
exit 1
"""


class BenchError(Exception):
  """The reason that the bench cannot continue."""


def files_in(root):
  """All files below a folder, in order."""
  found = []
  for folder, names, files in os.walk(root):
    found += [os.path.relpath(os.path.join(folder, name), root) for name in files]
  return sorted(name for name in found if not name.startswith("."))


def contents(path):
  with open(path, encoding="utf-8", errors="replace", newline="") as file:
    return file.read()


def known_texts(root):
  """All the known texts in a folder and its subfolders: of a page, or of a whole document."""
  found = []
  for file in files_in(root):
    match = KNOWN.fullmatch(file)
    if match:
      name, page = match[1], int(match[2]) if match[2] else None
      found.append(Known(os.path.join(root, file), name, page, name if page is None else f"{name} page {page}"))
  return found


def files_of(known, ending, files):
  """The files that a reader left for a document: NAME.txt, NAME.ENDING.txt or, page by page, NAME.ENDING.p0001.txt."""
  page = r"(?:\.p\d+)?" if known.page is None else rf"\.p0*{known.page}"
  pattern = re.compile(re.escape(known.name) + r"(?:\.[^./]*?)?" + page + re.escape(ending))
  return [file for file in files if pattern.fullmatch(file)]


class Pictures:
  """A folder's pictures, found by the endings of their names, in subfolders too."""

  def __init__(self, root, options, text_is_known=True):
    if not os.path.isdir(root):
      raise BenchError(f"no such folder: {root}")
    self.root, self.options = root, options
    found = []
    for folder, names, files in os.walk(root, followlinks=True):
      names[:] = [name for name in names if not name.startswith(".")]
      for name in files:
        if not name.startswith(".") and os.path.splitext(name)[1][1:].lower() in ENDINGS:
          found.append(os.path.relpath(os.path.join(folder, name), root))
    self.pictures = sorted(found)
    if not found:
      raise BenchError(f"no pictures in {root}")
    if text_is_known and not known_texts(root):
      raise BenchError(f"no NAME.gt.txt or NAME.expected.txt in {root}")

  def repeated(self):
    """The number of pictures with the bytes of an earlier one; HanScan reads such bytes once."""
    same_size = collections.defaultdict(list)
    count = 0
    for name in self.pictures:
      path = os.path.join(self.root, name)
      earlier = same_size[os.stat(path).st_size]
      count += any(filecmp.cmp(path, other, shallow=False) for other in earlier)
      earlier.append(path)
    return count

  def ours(self, further=()):
    """HanScan with the options of the command, and more."""
    return Reader("hanscan", "hanscan", self.options.further + list(further))

  def read(self, reader, output, scratch):
    """Reads all pictures into a fresh folder, and returns the measurement."""
    os.makedirs(output)
    log, jobs = os.path.join(scratch, "log"), str(self.options.jobs)
    if reader.kind == "hanscan":
      command = [self.options.hanscan, "run", self.root, "--out", output, "--format", "text", "--jobs", jobs, "--quiet"]
      command += ["--exclude", "*.txt", "--settle", "0"] + reader.options
      measured = measurement.measure(command, log)
      # 65: some pages could not be read; their errors count as such.
      if measured["status"] not in (0, 65):
        message = "\n".join(contents(log).splitlines()[-5:])
        raise BenchError(f"hanscan exited with status {measured['status']}:\n{message}")
      return measured
    for name in self.pictures:
      os.makedirs(os.path.dirname(os.path.join(output, name)), exist_ok=True)
    listed = os.path.join(scratch, "list")
    with open(listed, "w", encoding="utf-8", errors="surrogateescape") as file:
      for name in self.pictures:
        file.write(f"{os.path.join(self.root, name)}\0{os.path.join(output, name)}\0")
    is_tuned = reader.kind == "tuned loop"
    command = ["xargs", "-0", "-n", "2", "-P", jobs if is_tuned else "1", "sh", "-c", LOOP, "sh"] + reader.options
    measured = measurement.measure(command, log, {"OMP_THREAD_LIMIT": "1" if is_tuned else None}, input=listed)
    # 123: some pictures could not be read, as xargs says it.
    if measured["status"] not in (0, 123):
      raise BenchError(f"xargs tesseract exited with status {measured['status']}: {contents(log)[-300:]}")
    return measured


def pages_read(reader, output):
  """The number of pages with a text in the reader's folder; the text of a blank page counts.

  HanScan leaves a file for each page, the loops one for each picture, with a form feed between its pages.
  """
  texts = [name for name in files_in(output) if name.endswith(".txt")]
  if reader.kind == "hanscan":
    return len(texts)
  return sum(1 + contents(os.path.join(output, name)).count("\f") for name in texts)


def scratch_folder():
  """A folder of this run alone, which is removed with the context."""
  return tempfile.TemporaryDirectory(prefix="hanscan-bench-")
