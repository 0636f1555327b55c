/* The jobs of the journal database about tables and records: job.h says what each does. */
#ifndef STORE_JOURNAL_TABLES_H
#define STORE_JOURNAL_TABLES_H

#include "store/journal_rows.h"

enum store_outcome journal_table_new(struct journal *journal, const struct store_job *job);
enum store_outcome journal_table_invite(struct journal *journal, const struct store_job *job);
enum store_outcome journal_table_find(const struct journal *journal, struct store_job *job);
enum store_outcome journal_table_append(struct journal *journal, const struct store_job *job);
enum store_outcome journal_table_read(const struct journal *journal, struct store_job *job);
enum store_outcome journal_tables_open(const struct journal *journal, struct store_job *job);
enum store_outcome journal_record_get(const struct journal *journal, struct store_job *job);
enum store_outcome journal_record_list(const struct journal *journal, struct store_job *job);
enum store_outcome journal_record_share(struct journal *journal, const struct store_job *job);
enum store_outcome journal_records_rated(const struct journal *journal, struct store_job *job);

/* Frees a table with its entries and its record. */
void journal_table_free(void *row);

#endif
