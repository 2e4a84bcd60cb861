-- Values of a line of the book that are no fields of its receipt, each under a name within a topic: the cells of columns
-- that a person added to the workbook, marks of exports, lines of lists that paid it.
CREATE TABLE book (
  content TEXT NOT NULL,
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),
  receipt INTEGER NOT NULL,
  part INTEGER NOT NULL,
  topic TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (content, ordinal, receipt, part, topic, name)
) STRICT, WITHOUT ROWID;

-- Lines of the lists of cards and banks, each once, in JSON.
CREATE TABLE statement_lines (
  id TEXT NOT NULL PRIMARY KEY,
  date TEXT NOT NULL,
  source TEXT NOT NULL,
  line TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- The names of shops are read from the receipts.
DROP TRIGGER shops_come;
DROP TRIGGER shops_go;
DROP TABLE shops;
