/* Holidays in matches over days: how they count, and the clocks that stand still. */
#include "table_support.h"

#include "base/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h> /* needs the first two */

#define HOUR_MS INT64_C(3600000)
#define DAY_MS (24 * HOUR_MS)
#define NEW_YEAR_MS INT64_C(1704067200000) /* 2024-01-01T00:00:00Z */

static void test_days(void **unused)
{
    (void)unused;
    struct holidays holidays = {0};
    int64_t now_ms = NEW_YEAR_MS + 40 * DAY_MS + 12345;
    assert_int_equal(holidays_left(&holidays, now_ms), HOLIDAY_DAYS);
    assert_int_equal(holidays_most(&holidays, now_ms), HOLIDAY_DAYS);
    assert_int_equal(holidays_until(&holidays, now_ms), 0);
    holidays_end(&holidays, now_ms); /* there is none */
    struct holidays before = holidays;
    assert_false(holidays_add(&holidays, HOLIDAY_DAYS + 1, now_ms));
    assert_memory_equal(&holidays, &before, sizeof before);
    assert_true(holidays_add(&holidays, 2, now_ms));
    assert_int_equal(holidays_until(&holidays, now_ms), now_ms + 2 * DAY_MS);
    assert_int_equal(holidays_left(&holidays, now_ms), 5);
    /* A longer one is still one. */
    assert_true(holidays_add(&holidays, 1, now_ms + DAY_MS));
    assert_int_equal(holidays.count, 1);
    assert_int_equal(holidays_until(&holidays, now_ms + DAY_MS), now_ms + 3 * DAY_MS);
    /* It ends early: the day that has begun counts, the others do not. */
    int64_t end_ms = now_ms + DAY_MS + 1;
    holidays_end(&holidays, end_ms);
    assert_int_equal(holidays_until(&holidays, end_ms), 0);
    assert_int_equal(holidays_left(&holidays, end_ms), 5);
    assert_int_equal(holidays_without(&holidays, 0, 2 * end_ms), 2 * end_ms - DAY_MS - 1);
    /* To the end, one by one. */
    for (int i = 0; i < 5; i++) {
        assert_true(holidays_add(&holidays, 1, end_ms + i * 2 * DAY_MS));
        holidays_end(&holidays, end_ms + i * 2 * DAY_MS + 1);
    }
    assert_int_equal(holidays.count, 6);
    assert_int_equal(holidays_most(&holidays, end_ms + 20 * DAY_MS), 0);
    before = holidays;
    assert_false(holidays_add(&holidays, 1, end_ms + 20 * DAY_MS));
    assert_memory_equal(&holidays, &before, sizeof before);
    assert_int_equal(holidays_without(&holidays, now_ms, now_ms + 50 * DAY_MS), 49 * DAY_MS - 6);
}

/* Each day counts in the year in which it begins. */
static void test_year_ends(void **unused)
{
    (void)unused;
    struct holidays holidays = {0};
    int64_t now_ms = NEW_YEAR_MS - 2 * DAY_MS - HOUR_MS; /* three days begin before the year ends */
    assert_int_equal(holidays_most(&holidays, now_ms), 3 + HOLIDAY_DAYS);
    assert_false(holidays_add(&holidays, 4 + HOLIDAY_DAYS, now_ms));
    assert_true(holidays_add(&holidays, 5, now_ms));
    assert_int_equal(holidays_left(&holidays, now_ms), HOLIDAY_DAYS - 3);
    assert_int_equal(holidays_left(&holidays, NEW_YEAR_MS), HOLIDAY_DAYS - 2);
    /* What was used is forgotten a year later, not sooner. */
    int64_t later_ms = NEW_YEAR_MS + 400 * DAY_MS;
    assert_true(holidays_add(&holidays, 1, NEW_YEAR_MS + 100 * DAY_MS));
    assert_int_equal(holidays.count, 2);
    assert_true(holidays_add(&holidays, 1, later_ms));
    assert_int_equal(holidays.count, 2);
    assert_int_equal(holidays_left(&holidays, later_ms), HOLIDAY_DAYS - 1);
}

/* Another server's clock is a little ahead of this one. */
static void test_clocks_differ(void **unused)
{
    (void)unused;
    struct holidays holidays = {0};
    int64_t now_ms = NEW_YEAR_MS;
    assert_true(holidays_add(&holidays, 1, now_ms));
    assert_int_equal(holidays_until(&holidays, now_ms - 500), now_ms + DAY_MS);
    assert_int_equal(holidays_without(&holidays, now_ms - 1000, now_ms - 500), 500);
    holidays_end(&holidays, now_ms - 500);
    assert_int_equal(holidays.count, 0);
}

/* The note of a person may have been written by anyone. */
static void test_read(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int count;
    } cases[] = {
        {"null", 0},
        {"{}", 0},
        {"[]", 0},
        {"[1, \"x\", [], [1], [null, 2], [5, 5], [9, 8], [-5, 5], [0, 5]]", 0},
        {"[[1, 999999999999]]", 0},
        {"[[1000, 2000], [1500, 3000], [2000, 2500], [9223372036854775807, 1]]", 2},
        {"[[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[7,8],[8,9],[9,10],[10,11],[11,12],[12,13],[13,14],["
         "14,"
         "15],[15,16],[16,17]]",
         HOLIDAYS_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct holidays holidays, again;
        json_t *json = json_loads(cases[i].text, JSON_DECODE_ANY, NULL);
        assert_non_null(json);
        holidays_read(&holidays, json);
        assert_int_equal(holidays.count, cases[i].count);
        json_decref(json);
        json = holidays_json(&holidays);
        holidays_read(&again, json);
        json_decref(json);
        assert_memory_equal(&again, &holidays, sizeof again);
    }
}

/* Hours, of which each is holiday or not; and when each day began. */
enum { HOURS = 3 * 366 * 24, BEGUN_MAX = 200 };
struct model {
    bool is_holiday[HOURS + 24 * 400];
    int begun[BEGUN_MAX], count; /* hours */
    int until;
};

static int year_at(int hour)
{
    struct tm parts;
    time_t seconds = (time_t)(NEW_YEAR_MS / 1000 + (int64_t)hour * 3600);
    assert_non_null(gmtime_r(&seconds, &parts));
    return parts.tm_year;
}

static int model_left(const struct model *model, int year)
{
    int left = HOLIDAY_DAYS;
    for (int i = 0; i < model->count; i++)
        left -= year_at(model->begun[i]) == year;
    return left;
}

static bool model_add(struct model *model, int days, int now)
{
    int first = model->until > now ? model->until : now, begins[2] = {0};
    for (int day = 0; day < days; day++)
        begins[year_at(first + 24 * day) != year_at(now)]++;
    if (begins[0] > model_left(model, year_at(now)) ||
        begins[1] > model_left(model, year_at(now) + 1))
        return false;
    for (int day = 0; day < days; day++)
        model->begun[model->count++] = first + 24 * day;
    model->until = first + 24 * days;
    for (int hour = first; hour < model->until; hour++)
        model->is_holiday[hour] = true;
    return true;
}

static void model_end(struct model *model, int now)
{
    for (int hour = now; hour < model->until; hour++)
        model->is_holiday[hour] = false;
    while (model->count > 0 && model->begun[model->count - 1] >= now)
        model->count--;
    model->until = now < model->until ? now : model->until;
}

/* Three years, in which holidays begin and end at random hours. */
static void check_years(uint64_t seed)
{
    static struct model model;
    struct holidays holidays = {0};
    struct rng rng;
    rng_start(&rng, seed);
    memset(&model, 0, sizeof model);
    for (int now = 0; now < HOURS; now += 1 + (int)rng_below(&rng, 200)) {
        int64_t now_ms = NEW_YEAR_MS + now * HOUR_MS;
        int days = 1 + (int)rng_below(&rng, rng_below(&rng, 2) ? 2 : 9);
        if (rng_below(&rng, 2))
            assert_int_equal(holidays_add(&holidays, days, now_ms), model_add(&model, days, now));
        else {
            holidays_end(&holidays, now_ms);
            model_end(&model, now);
        }
        int64_t until_ms = model.until > now ? NEW_YEAR_MS + model.until * HOUR_MS : 0;
        assert_int_equal(holidays_until(&holidays, now_ms), until_ms);
        assert_int_equal(holidays_left(&holidays, now_ms), model_left(&model, year_at(now)));
        /* As long as a clock can have run. */
        int since = now - (int)rng_below(&rng, 24 * 28), sum = 0;
        for (int hour = since < 0 ? 0 : since; hour < now; hour++)
            sum += model.is_holiday[hour];
        assert_int_equal(holidays_without(&holidays, NEW_YEAR_MS + since * HOUR_MS, now_ms),
                         (now - since - sum) * HOUR_MS);
    }
}

static void test_years(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        print_message("seed %d\n", (int)seed);
        check_years(seed);
    }
}

/* The clock of a seat stands still for as long as its person is on holiday, and knows the deadline. */
static void test_clock(void **unused)
{
    (void)unused;
    struct table *table =
        playing("{\"game\":\"trex\",\"seats\":2,\"clock\":{\"kind\":\"days\",\"seconds\":86400}}");
    int seat = bits_first(table_running(table));
    int64_t since_ms = table->seat[seat].awaited_since_ms;
    struct holidays holidays = {0};
    assert_true(holidays_add(&holidays, 3, since_ms + 5 * HOUR_MS));
    assert_int_equal(table_deadline_ms(table, seat, since_ms + 9 * HOUR_MS), since_ms + DAY_MS);
    table_lend_holidays(table, seat, &holidays);
    assert_int_equal(table_left_ms(table, seat, since_ms + 5 * HOUR_MS), 19 * HOUR_MS);
    assert_int_equal(table_left_ms(table, seat, since_ms + 50 * HOUR_MS), 19 * HOUR_MS);
    assert_int_equal(table_used_ms(table, seat, since_ms + 50 * HOUR_MS), 5 * HOUR_MS);
    assert_int_equal(holidays_until(table->holidays[seat], since_ms + 50 * HOUR_MS),
                     since_ms + 77 * HOUR_MS);
    assert_int_equal(table_left_ms(table, seat, since_ms + 78 * HOUR_MS), 18 * HOUR_MS);
    assert_int_equal(holidays_until(table->holidays[seat], since_ms + 78 * HOUR_MS), 0);
    for (int hour = 5; hour < 96; hour += 7)
        assert_int_equal(table_deadline_ms(table, seat, since_ms + hour * HOUR_MS),
                         since_ms + 96 * HOUR_MS);
    /* The other seat is not on holiday; nor is somebody else on this one. */
    assert_int_equal(holidays_until(table->holidays[1 - seat], since_ms + 50 * HOUR_MS), 0);
    fold(table, ENTRY_STAND, seat, "{\"name\":\"Clara\"}");
    assert_null(table->holidays[seat]);
    fold(table, ENTRY_SIT, seat, seat == 0 ? ANNA : BERT);
    assert_int_equal(holidays_until(table->holidays[seat], since_ms + 50 * HOUR_MS), 0);
    table_free(table);
}

int holidays_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_days),          cmocka_unit_test(test_year_ends),
        cmocka_unit_test(test_clocks_differ), cmocka_unit_test(test_read),
        cmocka_unit_test(test_years),         cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
