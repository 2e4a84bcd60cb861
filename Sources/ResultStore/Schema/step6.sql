CREATE TABLE receipts (
  page INTEGER NOT NULL REFERENCES pages (id),
  ordinal INTEGER NOT NULL,
  date TEXT,
  total REAL,
  shop TEXT,
  proven INTEGER NOT NULL,
  PRIMARY KEY (page, ordinal)
) STRICT, WITHOUT ROWID;
INSERT INTO receipts SELECT v.page, r.key, json_extract(r.value, '$.fields.date.value'),
  CAST(json_extract(r.value, '$.fields.total.value') AS REAL), json_extract(r.value, '$.fields.merchant.value'),
  coalesce(json_extract(r.value, '$.fields.total.proof') = 'proven' OR
    json_extract(r.value, '$.fields.total.corrected'), 0)
FROM derived v, json_each(iif(json_valid(v.value), v.value, '[]')) r WHERE typeof(r.key) = 'integer' AND r.type = 'object' AND v.stage = 'receipts';
CREATE INDEX receipts_by_date ON receipts (date);
CREATE INDEX receipts_by_total ON receipts (total);
CREATE TRIGGER receipts_go AFTER DELETE ON derived WHEN old.stage = 'receipts' BEGIN
  DELETE FROM receipts WHERE page = old.page;
END;
