#include <sqlite3.h>

/// Lets a connection do without the 120 KB that it would set aside for small pieces of memory, where there are many of
/// them; to be called before anything else. A function with variable arguments, which Swift can't call.
static inline int csqlite_without_lookaside(sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_LOOKASIDE, (void *)0, 0, 0);
}
