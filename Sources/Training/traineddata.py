"""Packs a network into hanscan.traineddata, or takes the network out of such a file. Needs only Python.

traineddata.py NET.lstm OUT.traineddata [--base HANGUL.traineddata]
traineddata.py MODEL.traineddata OUT.lstm

The model has the dictionaries of the base (Debian's tesseract-ocr-script-hang), every syllable and symbol that the network
can write, and settings for plain Tesseract. The same input gives the same bytes.
"""
import argparse
import hashlib
import struct

import codec

BASE = "/usr/share/tesseract-ocr/5/tessdata/Hangul.traineddata"
# The places of components in the file, as Tesseract's tessdatamanager.h numbers them.
CONFIG, NETWORK, UNICHARSET, RECODER, VERSION = 0, 17, 21, 22, 23
COUNT = 24
# Raised when the same network would be packed into other bytes than before.
FORMAT = 2
BLANKS = "preserve_interword_spaces 1\n"
# For those who read whole pages with plain Tesseract; MODEL_CARD.md has what other values cost.
SETTINGS = BLANKS + "thresholding_method 2\nthresholding_kfactor 0.2\ntextord_occupancy_threshold 0.5\n"


def parse(data):
  """The components of a .traineddata file by their number."""
  count, = struct.unpack_from("<i", data)
  starts = [(o, n) for n, o in enumerate(struct.unpack_from(f"<{count}q", data, 4)) if o >= 0]
  ends = [o for o, _ in starts[1:]] + [len(data)]
  return {n: data[o:end] for (o, n), end in zip(starts, ends)}


def joined(parts):
  """The bytes of a .traineddata file of these components."""
  offsets, at = [], 4 + 8 * COUNT
  for n in range(COUNT):
    offsets.append(at if n in parts else -1)
    at += len(parts.get(n, b""))
  return struct.pack(f"<i{COUNT}q", COUNT, *offsets) + b"".join(parts[n] for n in sorted(parts))


def network(path):
  """The bytes of the network in a .traineddata file, or of a file that is a network."""
  with open(path, "rb") as f:
    data = f.read()
  return parse(data)[NETWORK] if path.endswith(".traineddata") else data


def coder(base=BASE, codes=codec.CODES, null=210):
  """The codec of the characters of a base model, and of those that `codes` adds."""
  with open(base, "rb") as f:
    parts = parse(f.read())
  return codec.Codec(parts[UNICHARSET], parts[RECODER], codes, null)


def packed(lstm, base=BASE, codes=codec.CODES, settings=SETTINGS):
  """The bytes of the base model with another network, and with all that `codes` lets this one write."""
  with open(base, "rb") as f:
    parts = parse(f.read())
  with open(codes, "rb") as f:
    digest = hashlib.sha256(lstm + f.read()).hexdigest()
  parts[UNICHARSET], parts[RECODER] = codec.extended_components(parts[UNICHARSET], parts[RECODER], codes)
  parts[CONFIG], parts[NETWORK] = settings.encode(), lstm
  parts[VERSION] = parts[VERSION].rstrip(b"\0\r\n") + f":hanscan{FORMAT}-{digest[:16]}".encode()
  return joined(parts)


def main():
  p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  p.add_argument("source")
  p.add_argument("out")
  p.add_argument("--base", default=BASE)
  o = p.parse_args()
  lstm = network(o.source)
  data = packed(lstm, o.base) if o.out.endswith(".traineddata") else lstm
  with open(o.out, "wb") as f:
    f.write(data)
  print(o.out, len(data), "bytes, SHA-256", hashlib.sha256(data).hexdigest())


if __name__ == "__main__":
  main()
