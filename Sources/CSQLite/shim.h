// The calls of SQLite that Swift can't make, since they are variadic. sqlite3.h itself belongs to
// GRDB's module.
#pragma once

/// SQLITE_CONFIG_STMTJRNL_SPILL: no request's journal goes into a file below /var/tmp, which may be
/// full, and where nothing of what people entrusted to us belongs. Once, before any database is opened.
static inline int sqlite_keep_statement_journals_in_memory(void) {
    extern int sqlite3_config(int, ...);
    const int statement_journal_spill = 26;
    return sqlite3_config(statement_journal_spill, -1);
}

/// SQLITE_CONFIG_MEMSTATUS: SQLite need not count what it allocates, which takes a lock each time. Once,
/// before any database is opened.
static inline int sqlite_count_no_memory(void) {
    extern int sqlite3_config(int, ...);
    const int memory_status = 9;
    return sqlite3_config(memory_status, 0);
}

struct sqlite3;

/// SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE: closing this connection leaves the log as it is.
static inline int sqlite_keep_log_when_closing(struct sqlite3 *connection) {
    extern int sqlite3_db_config(struct sqlite3 *, int, ...);
    const int no_checkpoint_on_close = 1006;
    return sqlite3_db_config(connection, no_checkpoint_on_close, 1, 0);
}
