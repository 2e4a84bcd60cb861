CREATE TABLE derived (
  page INTEGER NOT NULL REFERENCES pages (id),
  stage TEXT NOT NULL,
  version INTEGER NOT NULL,
  value TEXT,
  PRIMARY KEY (page, stage)
) STRICT, WITHOUT ROWID;

-- A JSON array: x1, y1, x2, y2.
ALTER TABLE lines ADD COLUMN baseline TEXT;

UPDATE lines SET kind = 'noise' WHERE kind = 'scrap';
UPDATE pages SET preparation = replace(replace(preparation, '"turn"', '"orientation"'), '"tilt"', '"skew"')
  WHERE preparation LIKE '%"turn"%' OR preparation LIKE '%"tilt"%';
