-- One row for each run. Times are for people, never for a decision.
CREATE TABLE runs (
  id INTEGER PRIMARY KEY,
  started TEXT NOT NULL,
  ended TEXT,
  version TEXT NOT NULL,
  reader INTEGER REFERENCES readers (id),
  counts TEXT,
  exit_status INTEGER
) STRICT;

-- What read a page: results remember it by number.
CREATE TABLE readers (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  engine TEXT NOT NULL,
  models TEXT NOT NULL
) STRICT;

-- The path is bytes, relative to the input; sort_key puts paths in natural order by plain byte order.
-- inode holds the bits of an unsigned number; times are nanoseconds since 1970.
CREATE TABLE documents (
  id INTEGER PRIMARY KEY,
  path BLOB NOT NULL UNIQUE,
  sort_key BLOB NOT NULL UNIQUE,
  size INTEGER,
  modified INTEGER,
  changed INTEGER,
  inode INTEGER,
  digest TEXT,
  kind TEXT NOT NULL,
  page_count INTEGER NOT NULL CHECK (page_count >= 0),
  missing INTEGER NOT NULL DEFAULT 0 CHECK (missing IN (0, 1)),
  last_seen INTEGER NOT NULL REFERENCES runs (id)
) STRICT;

-- content repeats the document's digest on purpose: while a changed document is read again, its pages tell which
-- of them are of the new content. ordinal is from 0; a page is known by (content, ordinal, reader).
-- The small columns come first, so that a listing never walks through the text.
CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  document INTEGER NOT NULL REFERENCES documents (id),
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  state TEXT NOT NULL CHECK (state IN ('recognised', 'blank', 'failed', 'unsupported', 'duplicate')),
  content TEXT,
  reader INTEGER REFERENCES readers (id),
  run INTEGER NOT NULL REFERENCES runs (id),
  quarantined INTEGER NOT NULL DEFAULT 0 CHECK (quarantined IN (0, 1)),
  width INTEGER,
  height INTEGER,
  confidence REAL,
  duplicate_path BLOB,
  duplicate_ordinal INTEGER,
  problem TEXT,
  attempts TEXT,
  preparation TEXT,
  text TEXT,
  UNIQUE (document, ordinal)
) STRICT;
CREATE INDEX pages_by_content ON pages (content, ordinal, reader) WHERE content IS NOT NULL;
CREATE INDEX pages_by_state ON pages (state, document, ordinal);

-- words and readings are JSON arrays; see LineCoding for their shape.
CREATE TABLE lines (
  page INTEGER NOT NULL REFERENCES pages (id),
  ordinal INTEGER NOT NULL,
  kind TEXT NOT NULL,
  block INTEGER NOT NULL,
  x INTEGER NOT NULL,
  y INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  confidence REAL NOT NULL,
  words TEXT NOT NULL,
  readings TEXT,
  PRIMARY KEY (page, ordinal)
) STRICT;

-- The files made from a page. The path is relative to the output directory; a file is stale when the page has
-- been recorded again since.
CREATE TABLE files (
  page INTEGER NOT NULL REFERENCES pages (id),
  format TEXT NOT NULL,
  path BLOB NOT NULL,
  size INTEGER NOT NULL,
  digest TEXT NOT NULL,
  stale INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0, 1)),
  PRIMARY KEY (page, format)
) STRICT, WITHOUT ROWID;
