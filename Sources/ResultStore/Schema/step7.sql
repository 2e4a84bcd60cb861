CREATE TABLE shops (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
INSERT INTO shops SELECT DISTINCT shop FROM receipts WHERE shop IS NOT NULL;
CREATE INDEX receipts_by_shop ON receipts (shop) WHERE shop IS NOT NULL;
CREATE INDEX receipts_unproven ON receipts (page) WHERE proven = 0;
CREATE TRIGGER shops_come AFTER INSERT ON receipts WHEN new.shop IS NOT NULL BEGIN
  INSERT OR IGNORE INTO shops VALUES (new.shop);
END;
CREATE TRIGGER shops_go AFTER DELETE ON receipts WHEN old.shop IS NOT NULL BEGIN
  DELETE FROM shops WHERE name = old.shop AND NOT EXISTS (SELECT 1 FROM receipts WHERE shop = old.shop);
END;
