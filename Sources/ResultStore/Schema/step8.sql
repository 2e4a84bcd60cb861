DROP INDEX IF EXISTS receipts_by_date;
DROP INDEX IF EXISTS receipts_by_total;
DROP INDEX IF EXISTS receipts_by_shop;
CREATE INDEX IF NOT EXISTS receipts_by_date ON receipts (date, page, total, proven, shop);
CREATE INDEX IF NOT EXISTS receipts_by_total ON receipts (total, date, proven, shop);
CREATE INDEX IF NOT EXISTS receipts_by_shop ON receipts (shop, date, total, proven) WHERE shop IS NOT NULL;
CREATE INDEX IF NOT EXISTS receipts_unproven ON receipts (page) WHERE proven = 0;
