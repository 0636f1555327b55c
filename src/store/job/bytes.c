/* Integers are written in groups of seven bits, lowest first, with the sign in the lowest bit. A
 * text is its length + 1 and its bytes, or 0 for NULL. A hash is a flag and 32 bytes, or only the
 * flag if it is all zero.
 *
 * Chapters: writing; reading. */
#include "store/job/job.h"

#include "base/base.h"
#include "base/system/system.h"

#include <stdlib.h>
#include <string.h>

/* ---- Writing ---- */

void job_bytes_add(struct job_bytes *bytes, const void *data, size_t size)
{
    if (bytes->count + size > bytes->capacity) {
        bytes->capacity = 2 * (bytes->count + size);
        bytes->data = alloc_resize(bytes->data, bytes->capacity, 1);
    }
    memcpy(bytes->data + bytes->count, data, size);
    bytes->count += size;
}

void job_bytes_free(struct job_bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct job_bytes){0};
}

static void write_integer(struct job_bytes *bytes, int64_t value)
{
    uint64_t rest = value < 0 ? ~((uint64_t)value << 1) : (uint64_t)value << 1;
    unsigned char groups[10];
    size_t count = 0;
    do {
        groups[count] = (unsigned char)((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
        rest >>= 7;
    } while (groups[count++] & 0x80);
    job_bytes_add(bytes, groups, count);
}

static void write_text(struct job_bytes *bytes, const char *text)
{
    size_t length = text ? strlen(text) : 0;
    write_integer(bytes, text ? (int64_t)length + 1 : 0);
    if (length > 0)
        job_bytes_add(bytes, text, length);
}

static void write_hash(struct job_bytes *bytes, const unsigned char hash[STORE_HASH_BYTES])
{
    static const unsigned char none[STORE_HASH_BYTES];
    bool is_given = memcmp(hash, none, sizeof none) != 0;
    write_integer(bytes, is_given);
    if (is_given)
        job_bytes_add(bytes, hash, STORE_HASH_BYTES);
}

static void write_double(struct job_bytes *bytes, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    for (int i = 0; i < 8; i++)
        job_bytes_add(bytes, &(unsigned char){(unsigned char)(bits >> 8 * i)}, 1);
}

static void write_entry(struct job_bytes *bytes, const struct store_entry *entry)
{
    write_integer(bytes, entry->number);
    write_integer(bytes, entry->at_ms);
    write_integer(bytes, entry->used_ms);
    write_integer(bytes, entry->kind);
    write_integer(bytes, entry->seat);
    write_text(bytes, entry->text);
    write_text(bytes, entry->cid);
}

static void write_record(struct job_bytes *bytes, const struct store_record *record)
{
    write_text(bytes, record->table);
    write_text(bytes, record->game);
    write_integer(bytes, record->ended_ms);
    write_integer(bytes, record->seats);
    write_integer(bytes, record->move_count);
    for (int i = 0; i < record->seats; i++) {
        const struct store_result_seat *seat = &record->seat[i];
        write_text(bytes, seat->person);
        write_text(bytes, seat->name);
        write_text(bytes, seat->level);
        write_integer(bytes, seat->score);
        write_double(bytes, seat->won);
        write_text(bytes, seat->part);
    }
    write_text(bytes, record->record);
    write_integer(bytes, record->is_shared);
    write_integer(bytes, record->is_rated);
    write_integer(bytes, record->is_continued);
    write_text(bytes, record->host);
}

void job_bytes_write(struct job_bytes *bytes, const struct store_job *job)
{
    char letter = store_job_letter(job->kind);
    CHECK(letter);
    static const struct store_job none;
    enum store_part part = store_job_part(job->kind);
    bool is_table = part == STORE_TABLE_PART;
    const struct store_job *person = part == STORE_PERSON_PART ? job : &none;
    const struct store_job *table = is_table ? job : &none;
    job_bytes_add(bytes, &letter, 1);
    write_text(bytes, job->person.id);
    write_text(bytes, job->person.name);
    write_text(bytes, job->person.login);
    write_hash(bytes, is_table ? job->invite_hash : person->session_hash);
    write_hash(bytes, is_table ? job->code_hash : person->recovery_hash);
    write_text(bytes, person->password);
    write_text(bytes, person->old_password);
    write_text(bytes, job->table);
    write_integer(bytes, table->closes);
    write_integer(bytes, (int64_t)table->entry_count);
    for (size_t i = 0; i < table->entry_count; i++)
        write_entry(bytes, &table->entries[i]);
    write_integer(bytes, (int64_t)table->record_count);
    for (size_t i = 0; i < table->record_count; i++)
        write_record(bytes, &table->records[i]);
    write_hash(bytes, person->new_recovery_hash);
    write_integer(bytes, job->now_ms);
    write_integer(bytes, job->before_ms);
    write_integer(bytes, job->from);
    write_integer(bytes, job->limit);
    write_integer(bytes, person->is_listed);
    write_integer(bytes, job->person.face);
    write_text(bytes, job->person.page);
}

/* ---- Reading ---- */

struct job_reader {
    const unsigned char *at, *end;
    int version;
    bool failed;
};

static const unsigned char *take(struct job_reader *reader, size_t size)
{
    if (reader->failed || (size_t)(reader->end - reader->at) < size) {
        reader->failed = true;
        return NULL;
    }
    reader->at += size;
    return reader->at - size;
}

static int64_t read_integer(struct job_reader *reader, int64_t low, int64_t high)
{
    uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        const unsigned char *byte = take(reader, 1);
        if (!byte)
            return low;
        value |= (uint64_t)(*byte & 0x7f) << shift;
        if (!(*byte & 0x80))
            break;
    }
    int64_t half = (int64_t)(value >> 1), number = value & 1 ? ~half : half;
    if (number < low || number > high)
        reader->failed = true;
    return reader->failed ? low : number;
}

/* A text on the heap; NULL for NULL. */
static char *read_text(struct job_reader *reader)
{
    int64_t size = read_integer(reader, 0, reader->end - reader->at + 1);
    const unsigned char *bytes = size > 0 ? take(reader, (size_t)size - 1) : NULL;
    if (!bytes)
        return NULL;
    char *text = alloc_new((size_t)size);
    memcpy(text, bytes, (size_t)size - 1);
    return text;
}

/* A text into an array, which is zeroed. */
static void read_short_text(struct job_reader *reader, char *to, size_t capacity)
{
    int64_t size = read_integer(reader, 0, (int64_t)capacity);
    const unsigned char *bytes = size > 0 ? take(reader, (size_t)size - 1) : NULL;
    if (bytes)
        memcpy(to, bytes, (size_t)size - 1);
}

static void read_hash(struct job_reader *reader, unsigned char hash[STORE_HASH_BYTES])
{
    const unsigned char *bytes = read_integer(reader, 0, 1) ? take(reader, STORE_HASH_BYTES) : NULL;
    if (bytes)
        memcpy(hash, bytes, STORE_HASH_BYTES);
}

static double read_double(struct job_reader *reader)
{
    const unsigned char *bytes = take(reader, 8);
    uint64_t bits = 0;
    double value;
    for (int i = 0; bytes && i < 8; i++)
        bits |= (uint64_t)bytes[i] << 8 * i;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void read_entry(struct job_reader *reader, struct store_entry *entry)
{
    entry->number = read_integer(reader, 0, INT64_MAX);
    entry->at_ms = read_integer(reader, INT64_MIN, INT64_MAX);
    entry->used_ms = read_integer(reader, INT64_MIN, INT64_MAX);
    entry->kind = (int)read_integer(reader, 0, INT32_MAX);
    entry->seat = (int)read_integer(reader, -1, INT32_MAX);
    entry->text = read_text(reader);
    entry->cid = read_text(reader);
}

/* Whether the match of a record of an older version did not begin with a deal. */
static bool older_is_continued(const struct store_record *record)
{
    return record->record && strstr(record->record, "\"origin\":");
}

/* Whether a record of an older version counts for ratings: one win in all, not each their own, and not
 * continued. */
static bool older_is_rated(const struct store_record *record)
{
    double won = 0;
    for (int i = 0; i < record->seats; i++)
        won += record->seat[i].won;
    return won > 0.99 && won < 1.01 && !older_is_continued(record);
}

static void read_record(struct job_reader *reader, struct store_record *record)
{
    read_short_text(reader, record->table, sizeof record->table);
    read_short_text(reader, record->game, sizeof record->game);
    record->ended_ms = read_integer(reader, INT64_MIN, INT64_MAX);
    record->seats = (int)read_integer(reader, 0, STORE_SEATS_MAX);
    record->move_count = (int)read_integer(reader, 0, INT32_MAX);
    for (int i = 0; i < record->seats; i++) {
        struct store_result_seat *seat = &record->seat[i];
        read_short_text(reader, seat->person, sizeof seat->person);
        read_short_text(reader, seat->name, sizeof seat->name);
        read_short_text(reader, seat->level, sizeof seat->level);
        seat->score = (int32_t)read_integer(reader, INT32_MIN, INT32_MAX);
        seat->won = read_double(reader);
        if (reader->version >= 3)
            read_short_text(reader, seat->part, sizeof seat->part);
    }
    record->record = read_text(reader);
    if (reader->version >= 2)
        record->is_shared = read_integer(reader, 0, 1);
    record->is_rated = reader->version >= 3 ? read_integer(reader, 0, 1) : older_is_rated(record);
    record->is_continued =
        reader->version >= 4 ? read_integer(reader, 0, 1) : older_is_continued(record);
    if (reader->version >= 5)
        read_short_text(reader, record->host, sizeof record->host);
}

static enum store_kind read_kind(struct job_reader *reader)
{
    const unsigned char *letter = take(reader, 1);
    for (enum store_kind kind = 0; letter && *letter && kind < STORE_KINDS; kind++)
        if ((unsigned char)store_job_letter(kind) == *letter)
            return kind;
    reader->failed = true;
    return STORE_PROBE;
}

/* What version 1 lacks. */
static void read_newer(struct job_reader *reader, struct store_job *job, struct store_job *person)
{
    read_hash(reader, person->new_recovery_hash);
    job->now_ms = read_integer(reader, INT64_MIN, INT64_MAX);
    job->before_ms = read_integer(reader, INT64_MIN, INT64_MAX);
    job->from = read_integer(reader, INT64_MIN, INT64_MAX);
    job->limit = (int)read_integer(reader, 0, INT32_MAX);
    if (reader->version >= 3)
        person->is_listed = read_integer(reader, 0, 1);
    if (reader->version >= 6)
        job->person.face = (int)read_integer(reader, 0, STORE_FACE_MAX);
    if (reader->version >= 7)
        read_short_text(reader, job->person.page, sizeof job->person.page);
}

/* Every kind has all values in its bytes, also those of parts that it does not have. */
static void read_job(struct job_reader *reader, struct store_job *job)
{
    job->kind = read_kind(reader);
    struct store_job unused = {0};
    enum store_part part = store_job_part(job->kind);
    bool is_table = part == STORE_TABLE_PART;
    struct store_job *person = part == STORE_PERSON_PART ? job : &unused;
    struct store_job *table = is_table ? job : &unused;
    read_short_text(reader, job->person.id, sizeof job->person.id);
    read_short_text(reader, job->person.name, sizeof job->person.name);
    read_short_text(reader, job->person.login, sizeof job->person.login);
    read_hash(reader, is_table ? job->invite_hash : person->session_hash);
    read_hash(reader, is_table ? job->code_hash : person->recovery_hash);
    read_short_text(reader, person->password, sizeof person->password);
    read_short_text(reader, person->old_password, sizeof person->old_password);
    read_short_text(reader, job->table, sizeof job->table);
    table->closes = read_integer(reader, 0, 1);
    bool is_append = job->kind == STORE_TABLE_APPEND,
         has_entry = is_append || job->kind == STORE_TABLE_NEW;
    if (read_integer(reader, has_entry, has_entry))
        read_entry(reader, store_job_add_entry(job));
    if (read_integer(reader, 0, is_append))
        read_record(reader, store_job_add_record(job));
    if (reader->version >= 2)
        read_newer(reader, job, person);
}

struct store_job *job_bytes_read(const unsigned char **at, const unsigned char *end, int version)
{
    struct job_reader reader = {.at = *at, .end = end, .version = version};
    struct store_job *job = store_job_new(STORE_PROBE, NULL, NULL);
    read_job(&reader, job);
    reader.failed |= job->kind == STORE_TABLE_NEW && job->entries[0].number != 0;
    if (reader.failed) {
        store_job_free(job);
        return NULL;
    }
    *at = reader.at;
    return job;
}
