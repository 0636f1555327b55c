/* Accounts: sessions, logins, passwords; expired sessions and deleted people.
 *
 *     sessions.c   hello, rename, logout; sessions and people that are not used any more; deleted people
 *     accounts.c   logins and passwords
 *     calendar.c   turns for calendar programs
 *     profile.c    how a person appears to others
 *     friends.c    who follows and blocks whom, and who of them is here
 *     reports.c    what people report of others
 *     passwords.c  passwords being hashed, a few at a time; wrong passwords per login */
#ifndef HALL_ACCOUNTS_ACCOUNTS_H
#define HALL_ACCOUNTS_ACCOUNTS_H

#include "base/base.h"
#include "hall/front/front.h"
#include "hall/live/live.h"
#include "hall/people/people.h"

/* ---- Passwords being hashed ---- */

/* The passwords that are being hashed or compared. Argon2 needs 64 MiB for each, so only a few are with
 * other threads at a time; some more wait for their turn; beyond that, requests are refused. */

struct passwords {
    struct environment *environment;
    int running, waiting;
    struct password_work *first, *last; /* those that wait, linked by `next` */
};

void passwords_start(struct passwords *passwords, struct environment *environment);

/* Compares `password` with `hashed`, or hashes it if that is "". False if too many wait already.
 * The owner keeps `work` until it comes back, through hall_password_done. */
bool passwords_begin(struct passwords *passwords, struct password_work *work, const char *password,
                     const char *hashed);

/* One has come back: wipes its password, and starts the next one. */
void passwords_done(struct passwords *passwords, struct password_work *work);

/* ---- Password attempts ---- */

/* Wrong passwords per login, from all addresses and at all servers together. Servers tell each other of
 * attempts, so those that are made at several of them in the same moment are not limited together.
 * Logins share a fixed number of counters, so that guessing at many logins costs no memory; whether a
 * login exists makes no difference.
 *
 * No one is locked out for long: an attempt comes back every minute, sessions continue, and
 * recovery codes, which cannot be guessed, do not count. Strangers who go on guessing do not keep the
 * owner out: an address where this login has been in use has attempts of its own. */

enum { ATTEMPTS_COUNTERS = 1 << 13, ATTEMPTS_PLACES = 1 << 12 };

/* An address where a login has been in use since the start; a newer one may replace it. */
struct attempts_place {
    uint64_t of; /* a hash of both; 0: none */
    struct bucket counter;
};

struct attempts {
    struct environment *environment;
    unsigned char
        key[32]; /* random: nobody can choose a login that shares a counter with another */
    struct bucket counters[ATTEMPTS_COUNTERS];
    struct attempts_place places[ATTEMPTS_PLACES];
};

void attempts_start(struct attempts *attempts, struct environment *environment);

/* Someone with this login is at this address. */
void attempts_know(struct attempts *attempts, const char *login, const char *address);

/* Takes an attempt at this login, from this address. Returns false and sets `fault` if there were too
 * many wrong ones. */
bool attempts_take(struct attempts *attempts, const char *login, const char *address,
                   struct fault *fault);
/* The attempt was right. */
void attempts_return(struct attempts *attempts, const char *login, const char *address);
/* The attempt was wrong: logs it if no other is left. */
void attempts_wrong(struct attempts *attempts, const char *login, const char *address);
/* The account was recovered: it has a new password, which nobody has tried yet. */
void attempts_forget(struct attempts *attempts, const char *login);

/* The same at another server. */
void attempts_heard(struct attempts *attempts, const char *login, bool counts);
void attempts_heard_forget(struct attempts *attempts, const char *login);

/* ---- Sessions ---- */

/* Who a client is: hello, rename and logout, and the secret of an HTTP request. While the store
 * looks up a person, the client's further requests wait. */

struct sessions {
    struct people *people;
    const struct live_tables *tables;
    struct attempts *attempts; /* learns where logins are in use */
};

/* A request whose answer depends on a person. */
struct session_task {
    struct task task; /* first: see front.h */
    struct sessions *sessions;
    struct store_person person;
    char secret[SECRET_TEXT];             /* a new one, or "" */
    char recovery[RECOVERY_TEXT];         /* the same for a recovery code */
    unsigned char hash[STORE_HASH_BYTES]; /* of the session's secret */
    int64_t used_ms;                      /* its date */
};

void sessions_start(struct sessions *sessions, struct people *people,
                    const struct live_tables *tables, struct attempts *attempts);

/* The requests `hello`, `rename` and `logout`. Take the request. */
void session_hello(struct sessions *sessions, struct client *client, struct request *request);
void session_rename(struct sessions *sessions, struct client *client, struct request *request);
void session_log_out(struct sessions *sessions, struct client *client, struct request *request);

/* Finds the person by the secret of an HTTP request, then runs it. Takes the request. */
void session_identify(struct sessions *sessions, struct client *client, struct request *request);

/* Another server has ended sessions of this person, or of anyone (NULL): looks up the sessions of their
 * clients here, and logs out those whose session is gone. */
void sessions_check(struct sessions *sessions, const char *person);

/* For units that create sessions in another way: */

/* Initialises a task of `size` bytes that begins with a session_task. Takes the request. */
void *session_task_new(struct sessions *sessions, size_t size, struct client *client,
                       struct request *request);
/* A job for the task, with its person and its hash. */
struct store_job *session_job(struct session_task *session, enum store_kind kind,
                              void (*done)(struct store_job *job));
/* Creates a new secret and its hash. */
void session_task_new_secret(struct session_task *session);
/* The client is session->person from now on; answers `hello` or `login`. */
void session_welcome(struct session_task *session);
/* Answers with who the client is now. Refuses if it has been logged out. */
void session_answer_person(struct session_task *session);

/* ---- Deleting ---- */

/* Takes people whom the store has deleted out of every table and every leaderboard. */

struct deleting {
    struct changes *changes;
    struct leaderboards *leaderboards;
};

/* The person leaves every seat, as if by `stand`, and their name disappears. */
void deleting_person(const struct deleting *deleting, const char *person);

/* ---- Accounts ---- */

/* Accounts: a login and a password, with which a person can use several devices, and a recovery code
 * that replaces a lost password. Each attempt costs the client's address a guess and, if it is about a
 * password, one at the login; they come back if it was right. */

struct accounts {
    struct sessions *sessions;
    struct passwords *passwords;
    struct attempts *attempts;
    const struct deleting *deleting;
};

/* The requests `account`, `login`, `password`, `recovery`, `recover` and `delete`. Takes the request. */
void account_ask(struct accounts *accounts, struct client *client, struct request *request);

/* Another thread is done with a password. */
void account_password_done(struct password_work *work);

/* ---- Calendars ---- */

/* The requests `calendar` and `turns`. Takes the request. */
void calendar_ask(struct sessions *sessions, struct client *client, struct request *request);

/* Writes a line of a calendar: `text` escaped, and folded where it is too long. */
void calendar_write_line(struct buffer *out, const char *name, const char *text);

/* ---- Profile ---- */

/* The requests `face` and `page`. Take the request. */
void profile_set_face(struct sessions *sessions, struct client *client, struct request *request);
void profile_set_page(struct sessions *sessions, struct leaderboards *leaderboards,
                      struct client *client, struct request *request);

/* The request `profile`: someone's public page. An unknown name and someone without a page get the same answer, after the same
 * work. Takes the request. */
void profile_ask(struct client *client, struct request *request);

/* The request `pages`: the public pages of the people at a table, if it is public. Takes the request. */
void profile_pages(const struct table *table, struct client *client, struct request *request);

/* An address as people type it, as it is kept. Returns false if a page cannot have it. */
bool page_address_read(const char *given, char page[STORE_PAGE_TEXT]);

/* ---- Friends ---- */

/* People with an account follow others with one; those who follow each other are friends. Only friends learn that one is here,
 * also at another server: the store knows, to the minute or two. Whom somebody blocks learns nothing of it. */

struct friends {
    struct people *people;
    const struct live_tables *tables;
    int64_t looked_ms;
};

void friends_start(struct friends *friends, struct people *people,
                   const struct live_tables *tables);
/* Dates the people who are here. */
void friends_tick(struct friends *friends);

/* The requests `follow` and `block`; and `friends`. Take the request. */
void friends_set(struct friends *friends, struct client *client, struct request *request);
void friends_list(struct friends *friends, struct client *client, struct request *request);

/* The request `invite_friend`. Takes the request. */
void friends_invite(struct friends *friends, const struct watch *watch, struct request *request);
/* A friend invites this person, or an invitation has ended; or somebody follows them: notifies their clients here. */
void friends_tell(const struct people *people, const char *person, bool is_invitation);

/* Whether a request must wait for the store, because it depends on what its person is to others. Then it is taken, and runs again. */
bool friends_hold(struct friends *friends, struct client *client, struct request *request);
/* The same for `sit`: whom the host blocks is refused as if the table was not open to them. */
bool friends_hold_seat(struct friends *friends, const struct watch *watch, struct request *request);

/* Whom this person, or anyone (NULL), blocks may have changed. */
void friends_check(struct friends *friends, const char *person);

/* Counts an act of the client's person and address: following, blocking, inviting, reporting. Refuses the request if these are
 * too many. */
bool friends_take_act(struct client *client, const struct request *request);

/* ---- Reports ---- */

enum { REPORTS_ADDRESSES = 1 << 10 };

struct reports {
    struct bucket addresses[REPORTS_ADDRESSES]; /* by a hash of the address */
};

/* The request `report`. Takes the request. */
void reports_ask(struct reports *reports, struct client *client, struct request *request);

/* ---- Expiry ---- */

/* Expires sessions that are not used, and removes people without an account who do not come back. A
 * small batch every minute. */

enum {
    EXPIRY_MS = 60 * 1000, /* interval between batches */
    EXPIRY_SESSIONS = 200, /* sessions ended, or given a new date, at a time */
    EXPIRY_PEOPLE = 1000,  /* people examined at a time */
    /* A session in use gets a new date after this time, or after this part of what it lasts. */
    EXPIRY_DATED_MS = 24 * 3600 * 1000,
    EXPIRY_PARTS = 10,
};

struct expiry {
    struct clients *clients;
    struct environment *environment;
    int64_t done_ms;
    int64_t from; /* the place in the list of people */
    bool is_under_way;
};

void expiry_start(struct expiry *expiry, struct clients *clients);
void expiry_tick(struct expiry *expiry);

/* Whether a session that was last used then has expired. */
bool expiry_has_passed(const struct environment *environment, int64_t used_ms);

/* The client has a session with this date. Gives it a new date, if it is time to. */
void expiry_renew(struct client *client, int64_t used_ms);

#endif
