/* The jobs of a memory database about tables and records: job.h says what each does. */
#ifndef STORE_MEMORY_TABLES_H
#define STORE_MEMORY_TABLES_H

#include "store/memory_rows.h"

enum store_outcome memory_table_new(struct memory *memory, const struct store_job *job);
enum store_outcome memory_table_invite(struct memory *memory, const struct store_job *job);
enum store_outcome memory_table_find(const struct memory *memory, struct store_job *job);
enum store_outcome memory_table_append(struct memory *memory, const struct store_job *job);
enum store_outcome memory_table_read(const struct memory *memory, struct store_job *job);
enum store_outcome memory_tables_open(const struct memory *memory, struct store_job *job);
enum store_outcome memory_record_get(const struct memory *memory, struct store_job *job);
enum store_outcome memory_record_list(const struct memory *memory, struct store_job *job);
enum store_outcome memory_record_share(struct memory *memory, const struct store_job *job);

/* Frees a table with its entries and its record. */
void memory_table_free(void *row);

#endif
