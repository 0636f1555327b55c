#include "hall/bucket.h"

enum { TOKEN = 1000 }; /* a millisecond adds per_minute / 60 thousandths */

bool bucket_has(struct bucket *bucket, int64_t per_minute, int64_t burst, int64_t now_ms)
{
    const int64_t full = burst * TOKEN;
    if (bucket->at_ms == 0) {
        bucket->at_ms = now_ms;
        bucket->level = full;
    }
    if (now_ms < bucket->at_ms) /* the clock was set back */
        bucket->at_ms = now_ms;
    int64_t elapsed_ms = now_ms - bucket->at_ms;
    int64_t enough_ms = per_minute > 0 && burst > per_minute ? full * 60 / per_minute : 60 * 1000;
    if (elapsed_ms > enough_ms)
        elapsed_ms = enough_ms;
    int64_t gained = elapsed_ms * per_minute / 60;
    /* An interval too short to add anything is not lost: it counts at the next call. */
    if (gained > 0) {
        bucket->level += gained;
        bucket->at_ms = now_ms;
    }
    if (bucket->level > full)
        bucket->level = full;
    return bucket->level >= TOKEN;
}

bool bucket_take(struct bucket *bucket, int64_t per_minute, int64_t burst, int64_t now_ms)
{
    if (!bucket_has(bucket, per_minute, burst, now_ms))
        return false;
    bucket->level -= TOKEN;
    return true;
}

void bucket_give(struct bucket *bucket, int64_t burst)
{
    if (bucket->level < burst * TOKEN)
        bucket->level += TOKEN;
}
