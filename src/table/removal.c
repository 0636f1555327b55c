/* Votes: the people at a table may remove one of them during the match. On a device there are none (wasm/alone.c).
 *
 * Everyone who is asked, those who are there, has to agree, and at least two: so there must be three people or more, since
 * two would decide for each other. A computer player takes the seat as if the person had left, but they do not get it back,
 * and stay a spectator. So there is no vote where computer players do not take over; nor over days, where the clock decides.
 * A person who leaves during a vote about them does not come back either: otherwise everyone would leave in time. */
#include "table/table.h"

#include "base/base.h"
#include "base/system/system.h"

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
