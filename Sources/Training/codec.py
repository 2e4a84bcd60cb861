"""Characters to network codes and back: Debian's unicharset and recoder, every syllable, and `receipts.codes`.

A syllable is three codes (lead, vowel, trail); every other character is one. Characters are added in this order: missing
syllables by code point, then those of receipts.codes by line.
"""
import os
import struct
import unicodedata

CODES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "receipts.codes")
FIRST, LAST = 0xAC00, 0xD7A3
SPACE = " "


def read_unicharset(data):
  """The characters in the order of their ids; id 0 is the space, written as NULL."""
  lines = data.decode().split("\n")
  characters = [line.split(" ")[0] for line in lines[1:int(lines[0]) + 1]]
  characters[0] = SPACE
  return characters, lines[1:int(lines[0]) + 1]


def read_recoder(data):
  count, = struct.unpack_from("<I", data)
  at, codes = 4, []
  for _ in range(count):
    _, n = struct.unpack_from("<bI", data, at)
    codes.append(struct.unpack_from(f"<{n}i", data, at + 5))
    at += 5 + 4 * n
  return codes


def read_additions(path):
  """(trailing consonant -> code, [(character, codes)]) of a receipts.codes file."""
  trails, characters = {}, []
  for line in open(path, encoding="utf8"):
    line = line.rstrip("\n")
    if not line or line.startswith("#"):
      continue
    name, codes = line.split("\t")
    codes = tuple(int(c) for c in codes.split(","))
    if name.startswith("trail:"):
      trails[int(name[6:])] = codes[0]
    else:
      characters.append((name, codes))
  return trails, characters


def is_syllable(c):
  return len(c) == 1 and FIRST <= ord(c) <= LAST


def extended(characters, codes, additions):
  """[(character, codes)] to append to the unicharset and recoder, in the agreed order."""
  lead, vowel, trail = {}, {}, dict(additions[0])
  for c, k in zip(characters, codes):
    if is_syllable(c):
      x = ord(c) - FIRST
      lead[x // 588], vowel[x % 588 // 28], trail[x % 28] = k
  have = set(characters)
  new = [(chr(FIRST + x), (lead[x // 588], vowel[x % 588 // 28], trail[x % 28]))
         for x in range(LAST - FIRST + 1) if chr(FIRST + x) not in have and x % 28 in trail]
  return new + [(c, k) for c, k in additions[1] if c not in have]


def unicharset_line(c, index):
  """The line of the unicharset for an added character: properties, script, ICU's direction, kind."""
  properties, script, direction, kind = "0", "Common", 10, ""
  category = unicodedata.category(c)
  if is_syllable(c):
    properties, script, direction, kind = "1", "Hangul", 0, "x"
  elif category == "Ll":
    properties, direction, kind = "3", 0, "a"
  elif category == "Sc":
    direction = 4
  elif category[0] == "P":
    properties, kind = "10", "p"
  # Of the added characters only the sign of division lies here. Unicode has it as Common; the bytes of the model stay.
  if 0xC0 <= ord(c) <= 0x24F:
    script = "Latin"
  return f"{c} {properties} 0,255,0,255,0,0,0,0,0,0 {script} {index} {direction} {index} {c}\t# {c} [{ord(c):x} ]{kind}"


def extended_components(unicharset, recoder, additions):
  """The components `lstm-unicharset` and `lstm-recoder` with all characters that `additions` brings."""
  characters, lines = read_unicharset(unicharset)
  codes = read_recoder(recoder)
  new = extended(characters, codes, read_additions(additions))
  lines = lines + [unicharset_line(c, len(characters) + i) for i, (c, _) in enumerate(new)]
  entries = [struct.pack(f"<bi{len(k)}i", 1, len(k), *k) for _, k in new]
  return ("\n".join([str(len(lines)), *lines]) + "\n").encode(), (
      struct.pack("<I", len(codes) + len(new)) + recoder[4:] + b"".join(entries))


class Codec:
  """Text to codes and network output to text; `size` is the number of codes, `null` the CTC blank.

  The characters are those of the components `unicharset` and `recoder`, and those of the file `additions`.
  """

  def __init__(self, unicharset, recoder, additions, null):
    characters, _ = read_unicharset(unicharset)
    codes = read_recoder(recoder)
    pairs = list(zip(characters, codes)) + extended(characters, codes, read_additions(additions))
    self.null = null
    self.of = {}
    for c, k in pairs:
      if k and k != (null,) and len(c) == 1:
        self.of.setdefault(c, k)
    self.size = max(max(k) for k in self.of.values() if k) + 1
    self.size = max(self.size, null + 1)
    self.to = {}
    for c, k in self.of.items():
      self.to.setdefault(k, c)

  def knows(self, text):
    return all(c in self.of for c in text)

  def encode(self, text):
    return [k for c in text for k in self.of[c]]

  def decode(self, codes):
    """Codes without blanks to text; a jamo that starts no syllable is dropped, as the beam search never emits it."""
    text, at = [], 0
    while at < len(codes):
      for n in (3, 1):
        c = self.to.get(tuple(codes[at:at + n]))
        if c:
          text.append(c)
          at += n
          break
      else:
        at += 1
    return "".join(text)

  def greedy(self, path):
    """The best code of each step to text: repeats joined, blanks dropped."""
    codes, previous = [], -1
    for k in path:
      if k != previous and k != self.null:
        codes.append(int(k))
      previous = k
    return self.decode(codes)
