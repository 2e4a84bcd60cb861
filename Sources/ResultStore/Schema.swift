/// The tables of a store, and the steps from each version to the next.
///
/// A step that has been released is never changed: a new version is a new step at the end.
enum Schema {
  /// "HScn": says in the file's header that the database is a HanScan store.
  static let applicationID: Int64 = 0x4853_636E

  static var version: Int64 { Int64(steps.count) }

  /// `steps[n]` takes a store from version n to n + 1.
  static let steps = [first, second, third, fourth, fifth, sixth, seventh, eighth]

  private static let first = """
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
    \(pageIndices)

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
    """

  /// What is true of the whole store: `base` is the directory that the documents' paths start from.
  private static let second = """
    CREATE TABLE facts (
      name TEXT NOT NULL PRIMARY KEY,
      value BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// What derived stages made of pages, and the baselines of lines; names of lines and steps that were changed.
  ///
  /// A row without a value says that the stage has nothing to say of the page.
  private static let third = """
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
    """

  /// What was measured on the pictures of pages and their print, and the receipts that are the same as others.
  ///
  /// A trace is what tells a page's receipts from all others; its keys are few, and pages that share one may hold the
  /// same receipt. A pair has two rows, one for each side.
  private static let fourth = """
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
    """

  /// What people put right, and the index that pages are searched by.
  ///
  /// A correction belongs to the content of a scan and not to a row of `pages`: it stays with a scan that is moved, and
  /// recognition never touches it. `line` is an index among all lines, `receipt` one among the receipts of the page; the
  /// box and `old` tell where it was made. One of a page as a whole has `page` for its field. `shop` is the business number
  /// of a shop that was named. A correction that was taken back stays, with the time of that. Pages that are stored already
  /// are put into the index by the next run.
  private static let fifth = """
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

    \(searchTable);

    INSERT INTO facts (name, value)
      SELECT 'search', CAST(CASE WHEN EXISTS (SELECT 1 FROM pages) THEN '\(SearchTerms.version):0' ELSE '\(SearchTerms.version):whole' END AS BLOB);
    """

  /// What receipts are filtered by, out of what is derived of pages; see `ReceiptRows`.
  private static let sixth = """
    CREATE TABLE receipts (
      page INTEGER NOT NULL REFERENCES pages (id),
      ordinal INTEGER NOT NULL,
      date TEXT,
      total REAL,
      shop TEXT,
      proven INTEGER NOT NULL,
      PRIMARY KEY (page, ordinal)
    ) STRICT, WITHOUT ROWID;
    \(ReceiptRows.fill)
    CREATE INDEX receipts_by_date ON receipts (date);
    CREATE INDEX receipts_by_total ON receipts (total);
    \(ReceiptRows.trigger)
    """

  /// The names of shops by themselves, so that a part of one is looked for in each name and not in each receipt.
  private static let seventh = """
    \(ReceiptRows.shopTable)
    \(ReceiptRows.fillShops)
    CREATE INDEX receipts_by_shop ON receipts (shop) WHERE shop IS NOT NULL;
    CREATE INDEX receipts_unproven ON receipts (page) WHERE proven = 0;
    \(ReceiptRows.shopTriggers)
    """

  /// Indices that hold all that receipts are filtered by; a store that is being joined has none yet.
  private static let eighth = """
    DROP INDEX IF EXISTS receipts_by_date;
    DROP INDEX IF EXISTS receipts_by_total;
    DROP INDEX IF EXISTS receipts_by_shop;
    \(ReceiptRows.indices)
    """

  /// The indices of pages that the table's own keys don't make.
  static let pageIndices = """
    CREATE INDEX pages_by_content ON pages (content, ordinal, reader) WHERE content IS NOT NULL;
    CREATE INDEX pages_by_state ON pages (state, document, ordinal);
    """

  /// The index without a text of its own; the entries are made by `SearchTerms`, each once for a page.
  ///
  /// What entries begin with has an index as well: without it a single syllable on 300,000 pages takes 80 ms, with it 0.5.
  static let searchTable = """
    CREATE VIRTUAL TABLE search USING fts5
      (entries, content = '', detail = none, columnsize = 0, prefix = '1',
        tokenize = 'unicode61 remove_diacritics 0')
    """
}
