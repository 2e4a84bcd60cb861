ALTER TABLE pages ADD COLUMN picture TEXT;
ALTER TABLE pages ADD COLUMN signals TEXT;

CREATE TABLE traces (
  page INTEGER NOT NULL PRIMARY KEY REFERENCES pages (id),
  trace TEXT NOT NULL,
  keys BLOB NOT NULL
) STRICT;

CREATE TABLE trace_keys (
  key INTEGER NOT NULL,
  page INTEGER NOT NULL REFERENCES pages (id),
  PRIMARY KEY (key, page)
) STRICT, WITHOUT ROWID;

-- whole: every receipt of the page is on the other one, too.
CREATE TABLE same_pages (
  page INTEGER NOT NULL REFERENCES pages (id),
  other INTEGER NOT NULL REFERENCES pages (id),
  similarity REAL NOT NULL,
  agreement TEXT NOT NULL,
  whole INTEGER NOT NULL CHECK (whole IN (0, 1)),
  PRIMARY KEY (page, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX same_pages_by_other ON same_pages (other);
