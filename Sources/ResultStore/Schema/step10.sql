-- What belongs to a line of the book and is no field of its receipt: a value for each name within a topic, such as the
-- cells of a column that a person added to the workbook, or the program that an export was made for.
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
