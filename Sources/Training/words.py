"""Writes the Korean words of vocabulary.py that the engine is told of: `words.py > ../Recognition/Resources/receipts.words`.

Words of two and more syllables, each once, in code point order. Names, addresses and rare words stay with the network.
"""
import re

import vocabulary


def words():
  found = set()
  for name in dir(vocabulary):
    value = getattr(vocabulary, name)
    lines = [value] if isinstance(value, str) else value if isinstance(value, (list, tuple)) else []
    for line in lines:
      if isinstance(line, str) and not name.startswith("_"):
        found |= set(re.findall("[가-힣]{2,}", line))
  return sorted(found)


if __name__ == "__main__":
  print("\n".join(words()))
