/* Removing a person: during the match, by a vote of the others; before it, the host. On a device neither happens
 * (wasm/alone.c).
 *
 * In a vote, everyone who is asked, those who are there, has to agree, and at least two: so there must be three people or more, since
 * two would decide for each other. A computer player takes the seat as if the person had left, but they do not get it back,
 * and stay a spectator. So there is no vote where computer players do not take over; nor over days, where the clock decides.
 * A person who leaves during a vote about them does not come back either: otherwise everyone would leave in time.
 *
 * Then: people whom the host has removed. */
#include "table/table.h"

#include "base/base.h"
#include "base/system/system.h"
#include "wire/wire.h"

#include <stdlib.h>
#include <string.h>

/* The people whom this seat may propose to remove, a bit per seat. If there are none, `fault`, unless it is NULL, says
 * why. */
static uint32_t may_vote(const struct table *table, int seat, struct fault *fault)
{
    enum { PEOPLE_MIN = 3 };
    uint32_t people = 0;
    for (int i = 0; i < table->settings.seats; i++)
        people |= table->seat[i].person[0] ? bit32(i) : 0;
    const char *why = table->state != TABLE_PLAYING || !bits_have(people, seat)
                          ? "server.not_your_seat"
                      : table->settings.clock == TABLE_CLOCK_DAYS ? "server.clock_decides"
                      : !table_takes_over(table)                  ? "server.no_takeover"
                      : bits_count(people) < PEOPLE_MIN           ? "server.vote_of_three"
                      : table->proposal.version                   ? "server.proposed_already"
                                                                  : NULL;
    if (why && fault)
        fault_set(fault, FAULT_FORBIDDEN, NULL, why, NULL);
    return why ? 0 : people & ~bit32(seat);
}

/* The seat whose person is to be removed, or -1; and those who are asked. */
static int vote_read(const json_t *json, uint32_t *asked)
{
    const json_t *against = json_object_get(json, "against"),
                 *seats = json_object_get(json, "asked");
    *asked = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        json_int_t seat = json_integer_value(json_array_get(seats, i));
        *asked |= seat >= 0 && seat < GAME_SEATS_MAX ? bit32((int)seat) : 0;
    }
    json_int_t seat = json_is_integer(against) ? json_integer_value(against) : -1;
    return seat >= 0 && seat < GAME_SEATS_MAX ? (int)seat : -1;
}

int table_vote_against(const struct store_entry *entry)
{
    uint32_t asked;
    json_t *json = json_loads(entry->text, 0, NULL);
    int against = vote_read(json, &asked);
    json_decref(json);
    return against;
}

/* Those who are asked are people, but not the one it is about; the one who proposes it is among them, and not alone. */
static bool check_vote_new(const struct table *table, int seat, const struct entry_content *content,
                           struct fault *fault)
{
    uint32_t asked, others = may_vote(table, seat, fault);
    if (!others)
        return false;
    int against = vote_read(content->json, &asked);
    if (against < 0 || against >= table->settings.seats)
        return fault_bad_request(fault, "seat");
    if (!bits_have(others, against))
        return fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_there", NULL);
    uint32_t may = (others | bit32(seat)) & ~bit32(against);
    return (!(asked & ~may) && bits_have(asked, seat) && bits_count(asked) >= 2) ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.nobody_to_vote", NULL);
}

/* Everyone who was asked answers once; the one who proposed it may withdraw it. */
bool table_check_vote(const struct table *table, const struct store_entry *entry,
                      const struct entry_content *content, struct fault *fault)
{
    const struct table_proposal *proposal = &table->proposal;
    if (content->proposal < 0)
        return check_vote_new(table, entry->seat, content, fault);
    bool is_answer = bits_have(proposal->asked, entry->seat) &&
                     !(content->agrees && bits_have(proposal->agreed, entry->seat));
    return (proposal->version && proposal->is_vote && proposal->version == content->proposal &&
            table_proposal_awaits(table) && (is_answer || content->by_clock)) ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.no_proposal", NULL);
}

void table_vote(struct table *table, const struct store_entry *entry,
                const struct entry_content *content)
{
    struct table_proposal *proposal = &table->proposal;
    table->proposal_count++;
    if (content->proposal < 0) {
        uint32_t asked;
        int against = vote_read(content->json, &asked);
        *proposal = (struct table_proposal){.version = table->version + 1,
                                            .is_vote = true,
                                            .seat = against,
                                            .proposer = entry->seat,
                                            .asked = asked,
                                            .at_ms = entry->at_ms};
        table->vote[entry->seat].proposed_ms = entry->at_ms;
        table->vote[against].concerned_ms = entry->at_ms;
    }
    table->proposed_seat = proposal->seat;
    proposal->agreed |= bit32(entry->seat);
    if (content->proposal >= 0 && !content->agrees)
        *proposal = (struct table_proposal){0};
}

/* The person a vote is about has left the seat, whether it was decided or not. If they hosted the table, the one who sits
 * there longest among those who vote does from now on. */
void table_vote_end(struct table *table, struct table_seat *seat)
{
    const struct table_seat *longest = NULL;
    seat->is_lost = true;
    for (uint64_t left = table->proposal.asked; left;) {
        const struct table_seat *other = &table->seat[bits_pop(&left)];
        longest = longest && longest->sat < other->sat ? longest : other;
    }
    if (longest && strcmp(seat->absent, table->settings.host) == 0)
        table_set_host(table, longest);
}

void table_vote_write(const struct table *table, int viewer, struct buffer *out)
{
    const struct table_proposal *proposal = &table->proposal;
    uint32_t others = viewer < 0 ? 0 : may_vote(table, viewer, NULL);
    if (others) {
        buffer_add(out, ",\"may_vote\":");
        table_seats_write(others, out);
    }
    if (!proposal->is_vote)
        return;
    buffer_add_format(out, ",\"vote\":{\"v\":%lld,\"seat\":%d,\"by\":%d,\"asked\":",
                      (long long)proposal->version, proposal->seat, proposal->proposer);
    table_seats_write(table_proposal_awaits(table), out);
    buffer_add(out, "}");
}

/* ---- People whom the host has removed ---- */

static struct table_removed *find(const struct table *table, const char *person)
{
    for (int i = 0; i < table->removed_count; i++)
        if (strcmp(table->removed[i].person, person) == 0)
            return &table->removed[i];
    return NULL;
}

bool table_is_removed(const struct table *table, const char *person)
{
    return find(table, person) != NULL;
}

/* The host, who may also leave in this way, can always come back. */
void table_remove(struct table *table, const struct table_seat *seat)
{
    if (!seat->person[0] || strcmp(seat->person, table->settings.host) == 0)
        return;
    table->removed = alloc_grow(table->removed, (size_t)table->removed_count,
                                &table->removed_capacity, sizeof *table->removed);
    struct table_removed *removed = &table->removed[table->removed_count++];
    strcpy(removed->person, seat->person);
    strcpy(removed->name, seat->name);
}

void table_admit(struct table *table, const char *person)
{
    struct table_removed *removed = find(table, person);
    if (removed)
        *removed = table->removed[--table->removed_count];
}

bool table_check_admit(const struct table *table, const struct store_entry *entry,
                       const struct entry_content *content, struct fault *fault)
{
    (void)entry;
    return (content->person && table_is_removed(table, content->person)) ||
           fault_set(fault, FAULT_FORBIDDEN, NULL, "server.not_removed", NULL);
}

static bool may_know(const struct table *table, const char *person,
                     const struct table_removed *removed)
{
    bool is_deleted = !removed->name[0];
    return !is_deleted && person[0] &&
           (strcmp(person, table->settings.host) == 0 || strcmp(person, removed->person) == 0);
}

bool table_knows_removed(const struct table *table, const char *person)
{
    for (int i = 0; i < table->removed_count; i++)
        if (may_know(table, person, &table->removed[i]))
            return true;
    return false;
}

void table_removed_write(const struct table *table, const char *person, struct buffer *out)
{
    const char *between = ",\"removed\":[";
    for (int i = 0; i < table->removed_count; i++) {
        const struct table_removed *removed = &table->removed[i];
        if (!may_know(table, person, removed))
            continue;
        buffer_add_format(out, "%s{\"person\":\"%s\",\"name\":", between, removed->person);
        wire_write_string(removed->name, out);
        buffer_add(out, "}");
        between = ",";
    }
    buffer_add(out, table_knows_removed(table, person) ? "]" : "");
}
