-- Results belong to contents, and documents are paths that hold a content.
--
-- content is the SHA-256 of a file's bytes, or '?' and the hexadecimal path for a file whose bytes are not known. Of
-- several results of one content the one is kept that a present document shows. A page of a content that no document
-- holds any more gets a missing document under the path that held it.
CREATE TABLE chosen (old INTEGER PRIMARY KEY, content TEXT NOT NULL, ordinal INTEGER NOT NULL) STRICT;
INSERT INTO chosen (old, content, ordinal)
  SELECT id, content, ordinal FROM (
    SELECT p.id, coalesce(p.content, d.digest, '?' || lower(hex(d.path))) AS content, p.ordinal,
      row_number() OVER (
        PARTITION BY coalesce(p.content, d.digest, '?' || lower(hex(d.path))), p.ordinal
        ORDER BY d.missing, p.state = 'failed', p.id) AS place
    FROM pages p JOIN documents d ON d.id = p.document WHERE p.state <> 'duplicate')
  WHERE place = 1;
-- Nothing is kept of a content that no document holds if nothing was read of it.
DELETE FROM chosen
  WHERE content NOT IN (SELECT coalesce(digest, '?' || lower(hex(path))) FROM documents)
    AND (substr(content, 1, 1) = '?' OR content NOT IN (
      SELECT c.content FROM chosen c JOIN pages p ON p.id = c.old WHERE p.state IN ('recognised', 'blank')));

-- The index of texts is made again if it holds pages that are not kept.
UPDATE facts SET value = CAST('0:0' AS BLOB) WHERE name = 'search'
  AND EXISTS (SELECT 1 FROM pages WHERE text IS NOT NULL AND id NOT IN (SELECT old FROM chosen));

CREATE TABLE new_documents (
  id INTEGER PRIMARY KEY,
  path BLOB NOT NULL,
  sort_key BLOB NOT NULL,
  size INTEGER,
  modified INTEGER,
  changed INTEGER,
  inode INTEGER,
  content TEXT NOT NULL,
  kind TEXT NOT NULL,
  page_count INTEGER NOT NULL CHECK (page_count >= 0),
  missing INTEGER NOT NULL DEFAULT 0 CHECK (missing IN (0, 1)),
  last_seen INTEGER NOT NULL REFERENCES runs (id)
) STRICT;
INSERT INTO new_documents
    (id, path, sort_key, size, modified, changed, inode, content, kind, page_count, missing, last_seen)
  SELECT id, path, sort_key, size, modified, changed, inode, coalesce(digest, '?' || lower(hex(path))), kind,
    page_count, missing, last_seen
  FROM documents;
INSERT INTO new_documents (path, sort_key, content, kind, page_count, missing, last_seen)
  SELECT d.path, d.sort_key, c.content, d.kind, max(c.ordinal) + 1, 1, d.last_seen
  FROM chosen c JOIN pages p ON p.id = c.old JOIN documents d ON d.id = p.document
  WHERE c.content NOT IN (SELECT content FROM new_documents) GROUP BY c.content;

CREATE TABLE new_pages (
  id INTEGER PRIMARY KEY,
  content TEXT NOT NULL,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  state TEXT NOT NULL CHECK (state IN ('recognised', 'blank', 'failed', 'unsupported')),
  reader INTEGER REFERENCES readers (id),
  run INTEGER NOT NULL REFERENCES runs (id),
  quarantined INTEGER NOT NULL DEFAULT 0 CHECK (quarantined IN (0, 1)),
  width INTEGER,
  height INTEGER,
  confidence REAL,
  problem TEXT,
  attempts TEXT,
  preparation TEXT,
  picture TEXT,
  signals TEXT,
  text TEXT
) STRICT;
INSERT INTO new_pages
    (id, content, ordinal, state, reader, run, quarantined, width, height, confidence, problem, attempts, preparation,
    picture, signals, text)
  SELECT p.id, c.content, c.ordinal, p.state, p.reader, p.run, p.quarantined, p.width, p.height, p.confidence,
    p.problem, p.attempts, p.preparation, p.picture, p.signals, p.text
  FROM chosen c JOIN pages p ON p.id = c.old;

-- original is the path of the document that represented the content when a duplicate's file was written.
CREATE TABLE new_files (
  document INTEGER NOT NULL REFERENCES documents (id),
  ordinal INTEGER NOT NULL,
  format TEXT NOT NULL,
  path BLOB NOT NULL,
  size INTEGER NOT NULL,
  digest TEXT NOT NULL,
  original BLOB,
  stale INTEGER NOT NULL DEFAULT 0 CHECK (stale IN (0, 1)),
  PRIMARY KEY (document, ordinal, format)
) STRICT, WITHOUT ROWID;
INSERT INTO new_files (document, ordinal, format, path, size, digest, original, stale)
  SELECT p.document, p.ordinal, f.format, f.path, f.size, f.digest, p.duplicate_path, f.stale
  FROM files f JOIN pages p ON p.id = f.page;

DELETE FROM lines WHERE page NOT IN (SELECT old FROM chosen);
DELETE FROM derived WHERE page NOT IN (SELECT old FROM chosen);
DELETE FROM receipts WHERE page NOT IN (SELECT old FROM chosen);
DELETE FROM traces WHERE page NOT IN (SELECT old FROM chosen);
DELETE FROM trace_keys WHERE page NOT IN (SELECT old FROM chosen);
DELETE FROM same_pages WHERE page NOT IN (SELECT old FROM chosen) OR other NOT IN (SELECT old FROM chosen);

DROP TABLE files;
DROP TABLE pages;
DROP TABLE documents;
DROP TABLE chosen;
ALTER TABLE new_documents RENAME TO documents;
ALTER TABLE new_pages RENAME TO pages;
ALTER TABLE new_files RENAME TO files;

-- One present document for each path; documents in the order of listings; the documents of a content, its
-- representative first.
CREATE UNIQUE INDEX documents_present ON documents (path) WHERE missing = 0;
CREATE INDEX documents_by_path ON documents (path, missing);
CREATE UNIQUE INDEX documents_in_order ON documents (sort_key, missing, content);
CREATE INDEX documents_by_content ON documents (content, missing, sort_key);
CREATE UNIQUE INDEX pages_by_content ON pages (content, ordinal);
CREATE INDEX pages_by_state ON pages (state);

-- What is shown of documents is brought up to date by the next run.
INSERT OR REPLACE INTO facts (name, value) VALUES ('documents-changed', x'');
