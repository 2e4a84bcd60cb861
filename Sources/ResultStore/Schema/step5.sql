CREATE TABLE corrections (
  id INTEGER PRIMARY KEY,
  content TEXT NOT NULL,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  line INTEGER,
  field TEXT,
  receipt INTEGER,
  x INTEGER NOT NULL,
  y INTEGER NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  old TEXT NOT NULL,
  new TEXT NOT NULL,
  made TEXT NOT NULL,
  author TEXT NOT NULL,
  reader INTEGER REFERENCES readers (id),
  shop TEXT,
  undone TEXT,
  CHECK ((line IS NULL) <> (field IS NULL) AND (field IS NULL) = (receipt IS NULL))
) STRICT;
-- What other readers made of pages than those whose readings they show, as JSON.
CREATE TABLE readings (
  content TEXT NOT NULL,
  ordinal INTEGER NOT NULL,
  reader INTEGER NOT NULL REFERENCES readers (id),
  state TEXT NOT NULL CHECK (state IN ('recognised', 'blank')),
  reading TEXT NOT NULL,
  PRIMARY KEY (content, ordinal, reader)
) STRICT, WITHOUT ROWID;
CREATE INDEX corrections_by_page ON corrections (content, ordinal, id);
CREATE INDEX corrections_by_shop ON corrections (shop, id) WHERE shop IS NOT NULL;

CREATE VIRTUAL TABLE search USING fts5
  (entries, content = '', detail = none, columnsize = 0, prefix = '1',
    tokenize = 'unicode61 remove_diacritics 0');

INSERT INTO facts (name, value)
  SELECT 'search', CAST(CASE WHEN EXISTS (SELECT 1 FROM pages) THEN '3:0' ELSE '3:whole' END AS BLOB);
