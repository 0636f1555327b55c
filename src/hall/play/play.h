/* Who plays when no person does: computer players, clocks that run out, hints, real time.
 *
 *     thinking.c  the threads that think, shared between addresses; what they are asked: decisions
 *     hints.c     moves suggested to people
 *     bots.c      when computer players decide and move; seats whose time is up
 *     days.c      matches over days: holidays of people, seats whose time is up
 *     realtime.c  computer players in games without turns */
#ifndef HALL_PLAY_PLAY_H
#define HALL_PLAY_PLAY_H

#include "game/realtime.h"
#include "hall/cluster/leases/leases.h"
#include "hall/live/live.h"
#include "hall/people/people.h"

/* ---- Thinking ---- */

/* Shares the threads that think between addresses: an address with many tables does not slow down
 * the others.
 *
 * A table's decisions count for its host's address (live_table.address), a hint for the address of the
 * client that asks. Each address has a queue and the sum of the time it was given; the address with the
 * smallest sum is next. Nothing here depends on what is hidden in a match. */

struct thinking {
    struct environment *environment;
    struct leases *leases;
    struct thinker *thinkers; /* addresses with decisions that wait or are under way */
    int under_way;            /* decisions that are with other threads */
    int64_t given_ms;         /* the sum of the address that was last given a thread */
};

void thinking_start(struct thinking *thinking, struct leases *leases);
/* Gives all decisions that still wait back to their owners, undone. */
void thinking_free(struct thinking *thinking);

/* How long a computer player should think: the time of its level, or less if many decisions wait,
 * above all of this address. */
int thinking_time_ms(const struct thinking *thinking, const char *address,
                     const struct player *player);

/* Hands the decision to another thread when its turn comes. decision->done is called afterwards; undone
 * if the leases of this server might run out before it is done. */
void thinking_add(struct thinking *thinking, const char *address, struct decision *decision);

/* The other thread is done with it: calls decision->done. */
void thinking_done(struct thinking *thinking, struct decision *decision);

/* ---- Decisions ---- */

/* Decisions of computer players. Another thread thinks about a decision with what its seat may know, a
 * view and a memory, and nothing else. The move comes back as a change, which is checked like a
 * person's. */

/* Fills in a zeroed decision: what this player should do now on this seat. */
void decision_start(struct decision *decision, const struct live_table *live, int seat,
                    const struct player *player);

/* The text of the move that was decided. `state` is a state or a view. Free it. */
char *decision_move_text(const struct decision *decision, const void *state);

/* The text of a move of the level `easy`, which needs so little time that it is decided at once.
 * Free it. */
char *decision_at_once(const struct live_table *live, int seat);

/* ---- Hints ---- */

/* Hints: a computer player suggests a move to a person. A hint may take seconds, and anyone may
 * ask, so only a few are computed at a time: the moves of computer players come first. The first hint of a
 * match that is rated until then is an entry of its table, and is given once that is on the disk: a match
 * with a hint never counts for ratings (table_is_rated), whatever happens to the server. */

struct hints {
    struct environment *environment;
    struct changes *changes;
    struct thinking *thinking;
    struct hint_request *first; /* asked for, the oldest first */
};

void hints_start(struct hints *hints, struct changes *changes, struct thinking *thinking);
void hints_free(struct hints *hints);

/* The request `suggest` of the person on this seat. */
void hints_ask(struct hints *hints, struct live_table *live, struct client *client, int seat,
               const struct request *request);

/* ---- Computer players ---- */

/* Computer players at the tables: when they decide, and when they move.
 *
 * When a move is made must not reveal what only its seat knows. The time that thinking takes would:
 * it ends at once if there is one legal move. So the moment of the move is set before the thinking,
 * from public information: the level, the pace, how many decisions wait. If there is no decision by
 * then, the level `easy` moves. */

struct bots {
    struct changes *changes;
    struct thinking *thinking;
    struct leases *leases;
};

void bots_start(struct bots *bots, struct changes *changes, struct thinking *thinking);
/* Frees what belongs to the table. Decisions under way free themselves. */
void bots_forget(struct live_table *live);

/* Lets computer players decide and move, if it is time. Called after every step and at ticks that
 * are due. Bots pause while no person has a seat or watches; in real time, while no one watches;
 * and while another server runs them. */
void bots_tick(struct bots *bots, struct live_table *live);

/* An entry was folded in. */
void bots_stepped(struct live_table *live, const struct store_entry *entry);

/* The table was made again: what was decided may not fit any more. */
void bots_started_over(struct live_table *live);

/* The number of seats of this table that are being thought about. */
int bots_thinking(const struct live_table *live);

/* ---- Real time ---- */

/* Real-time games at the pace of the clock (players/bot_match.c does the same with a simulated
 * one): at every tick the computer players perform for everyone to see, and those who want to move
 * do. A gesture is three numbers; only the players' memories keep it. */

/* Ticks the computer players of a table that is being played, if it is time. Called at every step
 * and every tick. */
void live_realtime_tick(struct changes *changes, struct live_table *live);

/* A gesture of a seat: sends it to those who watch, except one client (or NULL), and shows it to the
 * computer players. */
void live_realtime_gesture(struct live_table *live, int seat,
                           const struct realtime_gesture *gesture, const struct client *except);
/* The same for a gesture that was made at another server. */
void live_realtime_heard(struct live_table *live, int seat, const struct realtime_gesture *gesture);
/* The request `gesture` of someone who has a seat. */
void gesture_ask(struct watch *watch, const struct request *request);

/* The table was made again: the computer players look at it again. */
void live_realtime_started_over(struct live_table *live);
void live_realtime_forget(struct live_table *live);

/* ---- Matches over days ---- */

/* Holidays (table/table.h) are kept in the notes of people, which every server reads: when a table comes into memory, when somebody
 * sits down there, when another server says that they have changed, and always before a seat loses or is taken over. So what the
 * database says when the time is up decides; what a server knows until then is for the people who watch. */

struct days {
    struct environment *environment;
    struct live_tables *tables;
    struct changes *changes;
    struct notes *notes;
};

void days_start(struct days *days, struct changes *changes, struct notes *notes);

/* The request `holiday`. Takes the request. */
void days_ask(struct days *days, struct client *client, struct request *request);

/* Looks for holidays that are not known at this table, and tells those who watch when one ends. Called at ticks that are due. */
void days_tick(struct days *days, struct live_table *live);

/* The time of this seat is up: a computer player takes it, or it has lost, unless its person has begun a holiday before. */
void days_time_up(struct days *days, struct live_seat *seat);

/* The holidays of this person have changed, says another server. */
void days_heard(struct days *days, const char *person);

/* The table was made again; or messages of other servers may be missing, about any table. */
void days_started_over(struct live_table *live);
void days_forget(struct days *days);

/* ---- Timeouts ---- */

/* Clocks that run out: the level `easy` makes the move; or, in a match over days, see above. */

/* Moves for the seats of the table whose time is up, if this server holds its lease. Called at ticks that
 * are due. */
void timeouts_tick(struct changes *changes, struct leases *leases, struct days *days,
                   struct live_table *live);

/* A change for a seat whose time is up was made or refused; `context` is the seat. If it was refused, it is made again, but not at
 * once. */
void timeouts_done(void *context, enum change_outcome outcome, const struct fault *fault);

#endif
