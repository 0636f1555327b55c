/* People: who is connected as whom, their secrets, how strong they are, their finished matches.
 *
 *     people.c        people who are connected; ids, secrets, invitations, codes
 *     ratings.c       ratings from records, and one's own
 *     leaderboards.c  ratings for everyone to see
 *     history.c       records and statistics of a person
 *     notes.c         what is kept with an account for several units: devices, holidays */
#ifndef HALL_PEOPLE_PEOPLE_H
#define HALL_PEOPLE_PEOPLE_H

#include "base/system/system.h"
#include "game/game.h"
#include "hall/front/front.h"
#include "players/players.h"
#include "store/job/job.h"

#include <jansson.h>

/* ---- People who are connected ---- */

/* People who are connected. The store knows the others; a person without a client is forgotten. */

struct person {
    char id[STORE_ID_TEXT]; /* first: for struct id_map */
    char name[STORE_NAME_MAX];
    char login[STORE_NAME_MAX];
    int face;                   /* 0: none was chosen */
    char page[STORE_PAGE_TEXT]; /* the address of their public page; "": none */
    struct client *clients;     /* at least one */
    /* In struct people: coming back is no way to say or do more. */
    struct bucket *chats, *acts; /* acts: what follows, blocks, invites and reports */
    struct bucket *calendars;    /* keys of calendars */
    int64_t seen_ms;             /* when the store last learned that they are here; 0: not yet */
    /* Whom they block, once they have come to a table (accounts/friends.c). */
    bool has_blocks;
    char (*blocks)[STORE_ID_TEXT];
    size_t block_count;
};

enum { PEOPLE_CHATS = 1 << 12 };

/* Notifies the unit that knows what clients watch. */
struct people_callbacks {
    void *context;
    /* The client is about to stop being this person. */
    void (*leaving)(void *context, struct client *client);
};

struct people {
    struct clients *clients;
    struct people_callbacks callbacks;
    struct id_map connected;
    /* By a hash of the person's id. */
    struct bucket chats[PEOPLE_CHATS], acts[PEOPLE_CHATS], calendars[PEOPLE_CHATS];
};

void people_start(struct people *people, struct clients *clients,
                  const struct people_callbacks *callbacks);
void people_free(struct people *people);

/* The client is this person from now on, in this session. */
void people_enter(struct people *people, struct client *client, const struct store_person *found,
                  const unsigned char session[STORE_HASH_BYTES]);

/* Whether the person (or NULL) blocks the other one, as far as it is known here. */
bool person_blocks(const struct person *person, const char *other);

/* Another server may have renamed this person, or given them another face. */
void people_rename(struct people *people, const struct store_person *found);

/* Logs the client out. Does nothing if it has no person. */
void people_leave(struct people *people, struct client *client);

/* Logs out the clients for which `ended` returns true, and notifies them. */
void people_end_sessions(struct people *people, bool (*ended)(const struct client *, const void *),
                         const void *context);

/* Cleans up a name (text/name.c), and marks that of a program. Returns false and sets `fault` if it is not a
 * valid name. */
bool name_is_fine(const char *name, bool is_program, char clean[STORE_NAME_MAX],
                  struct fault *fault);

/* ---- Secrets ---- */

/* Random texts: ids, secrets, invitations and codes. The store keeps only hashes of secrets. */

/* A new id: lower-case letters and digits. */
void id_new(const struct environment *environment, char id[STORE_ID_TEXT]);

/* A new secret of a person. */
enum { SECRET_TEXT = 64 };
void secret_new(const struct environment *environment, char secret[SECRET_TEXT]);
/* What the store keeps of a secret, an invitation or a code. */
void secret_hash(const char *secret, unsigned char hash[STORE_HASH_BYTES]);

/* The two ways into a table: an invitation, which is part of a link, and a code to read aloud. */
enum { INVITE_TEXT = 23, CODE_TEXT = 9 };
void invite_new(const struct environment *environment, char invite[INVITE_TEXT],
                char code[CODE_TEXT]);
/* A code as it was given out, from one that a person typed. False if it cannot be one. */
bool code_normalise(const char *typed, char code[CODE_TEXT]);

/* A code that replaces a lost password: five groups of five letters, 125 bits. */
enum { RECOVERY_TEXT = 30 };
void recovery_new(const struct environment *environment, char code[RECOVERY_TEXT]);
/* The hash that the store keeps, from a code as a person typed it. Returns false if it cannot be
 * one. */
bool recovery_hash(const char *typed, unsigned char hash[STORE_HASH_BYTES]);

/* A new seed of a match. */
enum { SEED_TEXT = 65 };
void seed_new(const struct environment *environment, char seed[SEED_TEXT]);

/* ---- Ratings ---- */

/* Ratings of the players of one game: a fold over its records, in the order of their ends. Nothing is
 * stored, since the records give the same ratings again (docs/statistics.md).
 *
 * Players are people, and the levels of computer players. Someone whose account was deleted is a new
 * player in each match. */

enum {
    RATINGS_PROVISIONAL = 10, /* a rating is provisional before this many matches */
    RATINGS_KEY_TEXT = 20,
};

struct rated_player {
    char key[RATINGS_KEY_TEXT]; /* the id of a person, or '*' and a level */
    struct rating rating;
    int64_t matches;
};

/* All zero: no matches yet. */
struct ratings {
    struct id_map players;
};

void ratings_free(struct ratings *ratings);

/* Adds a match of the game, if it is rated. */
void ratings_add(struct ratings *ratings, const struct game *game,
                 const struct store_record *record);

/* The place of each seat: 1 for the winners, then by score. */
void ratings_places(const struct game *game, const struct store_record *record, int *places);

/* NULL: this person has played no rated match. */
const struct rated_player *ratings_find(const struct ratings *ratings, const char *person);

/* All players, strongest first, by what they reach with 97.5 % certainty. Free the array. */
const struct rated_player **ratings_sorted(const struct ratings *ratings);

/* The level of a computer player; NULL for people. */
const char *rated_player_level(const struct rated_player *player);
bool rated_player_is_provisional(const struct rated_player *player);

/* A mean or deviation as it is shown: rounded. */
int ratings_shown(double value);

/* Adds "mean", "deviation", "matches" and "provisional" to an object, which it returns. */
json_t *rated_player_json(const struct rated_player *player, json_t *object);

/* ---- Leaderboards ---- */

/* A leaderboard per game, on servers that want one. It rates the matches whose records everyone may read,
 * and names only people with an account who have agreed.
 *
 * Ratings are computed when they are first asked for, and then updated with the matches that have ended
 * since, at most every few seconds. Every hour all are computed again, because records may have been
 * shared late and people deleted. */

struct leaderboards {
    struct environment *environment;
    struct leaderboard *first;
};

void leaderboards_start(struct leaderboards *leaderboards, struct environment *environment);
void leaderboards_free(struct leaderboards *leaderboards);

/* The request `leaderboard`. Takes the request. */
void leaderboards_ask(struct leaderboards *leaderboards, struct client *client,
                      struct request *request);
/* The request `listing`. Takes the request. */
void leaderboards_list(struct leaderboards *leaderboards, struct client *client,
                       struct request *request);

/* Another server has changed who is listed, perhaps this person or anyone (NULL): the next answer is up to
 * date if it names them. */
void leaderboards_check(struct leaderboards *leaderboards, const char *person);

/* A person was deleted: the next answer does not name them, and is computed again. */
void leaderboards_forget(struct leaderboards *leaderboards);

/* ---- Strength ---- */

/* How strong a person is, for that person only: ratings from the matches that they have played. */

/* The answer to `ratings` about a person and a game, from the job's records, which come latest first. Those of other games do not
 * count. */
json_t *strength_json(const struct game *game, const char *person, const struct store_job *job);

/* The request `ratings`. Takes the request. */
void strength_ask(struct client *client, struct request *request);

/* ---- History ---- */

/* Finished matches: records, lists of records, and statistics, all from the store. */

/* A finished match as in the answer to `records`. */
json_t *history_record_json(const struct store_record *record);

/* The requests `record`, `records`, `share` and `stats`. Takes the request. */
void history_ask(struct client *client, struct request *request);

/* ---- Notes ---- */

/* The note of a person with an account, as JSON: {"devices":[…],"told":{TABLE:[at, is_done]}} of notices/, {"holidays":[…]} of play/.
 * Several servers may change it: a change that finds another note than the one it has read begins again. */

enum { NOTE_TRIES_MAX = 8 };

struct notes {
    struct environment *environment;
    struct note_work *works; /* all that are under way */
};

/* A change of a note, or only a look at it. A unit embeds it as the first member of its own struct. */
struct note_work {
    struct notes *notes;
    void *owner;
    char person[STORE_ID_TEXT]; /* or STORE_NOTE_OF_SERVER */
    /* Changes the note in memory. False: it stays as it is, and nothing is written. May be called again. */
    bool (*edit)(struct note_work *work, json_t *note);
    /* Called once, with the note as it is now. STORE_TAKEN: others were faster, every time. */
    void (*done)(struct note_work *work, enum store_outcome outcome, const json_t *note);
    /* Frees what the work has besides its own memory; may be NULL. */
    void (*clear)(struct note_work *work);
    char *before; /* the note that was read; "" for none */
    json_t *note;
    int tries;
    struct note_work *next;
};

void notes_start(struct notes *notes, struct environment *environment);
void notes_free(struct notes *notes);

/* A zeroed work of `size` bytes, in the list of works until note_work_free. */
void *note_work_new(struct notes *notes, void *owner, const char *person, size_t size);
void note_work_run(struct note_work *work);
void note_work_free(struct note_work *work);

#endif
