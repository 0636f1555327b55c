/* How holidays count. */
#include "table/holidays/holidays.h"

#include <time.h>

static const int64_t day_ms = INT64_C(24) * 3600 * 1000;

static int year_of(int64_t at_ms)
{
    struct tm parts;
    time_t seconds = (time_t)(at_ms / 1000);
    return gmtime_r(&seconds, &parts) ? parts.tm_year : 0;
}

/* How many days of the year begin in these holidays. */
static int count_days(const struct holidays *holidays, int year)
{
    int days = 0;
    for (int i = 0; i < holidays->count; i++) {
        int64_t until_ms = holidays->holiday[i].until_ms;
        for (int64_t at_ms = holidays->holiday[i].from_ms; at_ms < until_ms; at_ms += day_ms)
            days += year_of(at_ms) == year;
    }
    return days;
}

/* Forgets those that began before the year `year`. */
static void forget_before(struct holidays *holidays, int year)
{
    int kept = 0;
    for (int i = 0; i < holidays->count; i++)
        if (year_of(holidays->holiday[i].from_ms) >= year)
            holidays->holiday[kept++] = holidays->holiday[i];
    holidays->count = kept;
}

void holidays_read(struct holidays *holidays, const json_t *json)
{
    size_t count = json_array_size(json);
    int64_t end_ms = 0;
    *holidays = (struct holidays){0};
    for (size_t i = 0; i < count && holidays->count < HOLIDAYS_MAX; i++) {
        const json_t *one = json_array_get(json, i);
        int64_t from_ms = json_integer_value(json_array_get(one, 0));
        int64_t until_ms = json_integer_value(json_array_get(one, 1));
        if (from_ms <= 0 || from_ms < end_ms || until_ms <= from_ms ||
            until_ms - from_ms > HOLIDAYS_MAX * day_ms)
            continue;
        holidays->holiday[holidays->count].from_ms = from_ms;
        holidays->holiday[holidays->count++].until_ms = end_ms = until_ms;
    }
}

json_t *holidays_json(const struct holidays *holidays)
{
    json_t *json = json_array();
    for (int i = 0; i < holidays->count; i++)
        json_array_append_new(json, json_pack("[I, I]", (json_int_t)holidays->holiday[i].from_ms,
                                              (json_int_t)holidays->holiday[i].until_ms));
    return json;
}

int64_t holidays_until(const struct holidays *holidays, int64_t now_ms)
{
    int last = holidays ? holidays->count - 1 : -1;
    int64_t until_ms = last >= 0 ? holidays->holiday[last].until_ms : 0;
    return until_ms > now_ms ? until_ms : 0;
}

int64_t holidays_without(const struct holidays *holidays, int64_t from_ms, int64_t until_ms)
{
    int64_t rest_ms = until_ms > from_ms ? until_ms - from_ms : 0;
    for (int i = 0; holidays && i < holidays->count; i++) {
        int64_t begin_ms = holidays->holiday[i].from_ms, end_ms = holidays->holiday[i].until_ms;
        begin_ms = begin_ms > from_ms ? begin_ms : from_ms;
        end_ms = end_ms < until_ms ? end_ms : until_ms;
        rest_ms -= end_ms > begin_ms ? end_ms - begin_ms : 0;
    }
    return rest_ms;
}

int holidays_left(const struct holidays *holidays, int64_t now_ms)
{
    int used = count_days(holidays, year_of(now_ms));
    return used < HOLIDAY_DAYS ? HOLIDAY_DAYS - used : 0;
}

int holidays_most(const struct holidays *holidays, int64_t now_ms)
{
    int days = 0;
    for (struct holidays longer = *holidays;
         days < HOLIDAYS_MAX && holidays_add(&longer, 1, now_ms);)
        days++;
    return days;
}

bool holidays_add(struct holidays *holidays, int days, int64_t now_ms)
{
    struct holidays longer = *holidays;
    int year = year_of(now_ms);
    forget_before(&longer, year - 1);
    if (!holidays_until(&longer, now_ms)) {
        if (longer.count == HOLIDAYS_MAX)
            return false;
        longer.holiday[longer.count].from_ms = longer.holiday[longer.count].until_ms = now_ms;
        longer.count++;
    }
    longer.holiday[longer.count - 1].until_ms += days * day_ms;
    if (count_days(&longer, year) > HOLIDAY_DAYS || count_days(&longer, year + 1) > HOLIDAY_DAYS)
        return false;
    *holidays = longer;
    return true;
}

void holidays_end(struct holidays *holidays, int64_t now_ms)
{
    if (!holidays_until(holidays, now_ms))
        return;
    int last = holidays->count - 1;
    if (holidays->holiday[last].from_ms < now_ms)
        holidays->holiday[last].until_ms = now_ms;
    else
        holidays->count--; /* by a clock that is behind */
}
