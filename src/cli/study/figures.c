/* Figures of a study: sums over deals, from which everything is computed. Then: comparisons. */
#include "cli/study/study.h"

#include "base/base.h"
#include "players/players.h"

#include <math.h>

/* For the analysis of variance of an outcome: sums over deals. */
struct study_outcome {
    int64_t sum, squares; /* of single matches */
    int64_t deal_squares; /* of the sum of each deal */
};

/* Everything that figures are computed from. Sums are integers, so that the order of deals does not
 * matter. */
struct study_totals {
    int64_t deals, matches, finished, shared;
    int64_t moves, ticks, margin; /* of finished matches */
    int64_t counts[STUDY_COUNTS_MAX];
    int64_t part_matches[STUDY_PARTS_MAX], part_wins[STUDY_PARTS_MAX]; /* of finished matches */
    struct study_outcome wins[GAME_SEATS_MAX], scores[GAME_SEATS_MAX]; /* wins in STANDINGS_WIN */
};

int32_t study_margin(const struct game *game, int seats, const int32_t *scores)
{
    int32_t best = 0, second = 0;
    for (int seat = 0; seat < seats; seat++) {
        int32_t score = game->lowest_wins ? -scores[seat] : scores[seat];
        if (seat == 0 || score > best) {
            second = seat == 0 ? score : best;
            best = score;
        } else if (seat == 1 || score > second) {
            second = score;
        }
    }
    return best - second;
}

/* The part of a win that each winner gets. */
static int64_t win_part(const struct game *game, int seats, uint32_t winners)
{
    bool together = seats == game->seats_together;
    return winners && !together ? STANDINGS_WIN / bits_count(winners) : STANDINGS_WIN;
}

static struct study_totals totals_of(const struct study_sheet *sheet, int setting, int index)
{
    const struct game *game = sheet->design.game;
    const struct study_deal *deal = &sheet->samples[setting].deals[index];
    int seats = sheet->design.settings[setting].seats;
    struct study_totals t = {.deals = 1, .matches = STUDY_REPLAYS};
    for (int r = 0; r < STUDY_REPLAYS; r++) {
        const struct study_match *match = &deal->matches[r];
        int64_t part = win_part(game, seats, match->winners);
        t.shared += bits_count(match->winners) > 1;
        for (int i = 0; i < STUDY_COUNTS_MAX; i++)
            t.counts[i] += match->counts[i];
        if (match->is_over) {
            t.finished++;
            t.moves += match->moves;
            t.ticks += match->ticks;
            t.margin += study_margin(game, seats, match->scores);
        }
        for (int seat = 0; seat < seats; seat++) {
            int64_t won = bits_have(match->winners, seat) ? part : 0, score = match->scores[seat];
            t.wins[seat].sum += won;
            t.wins[seat].squares += won * won;
            t.scores[seat].sum += score;
            t.scores[seat].squares += score * score;
            if (sheet->part_count) {
                t.part_matches[deal->parts[seat]] += match->is_over;
                t.part_wins[deal->parts[seat]] += won;
            }
        }
    }
    for (int seat = 0; seat < seats; seat++) {
        t.wins[seat].deal_squares = t.wins[seat].sum * t.wins[seat].sum;
        t.scores[seat].deal_squares = t.scores[seat].sum * t.scores[seat].sum;
    }
    return t;
}

static void add_outcome(struct study_outcome *into, const struct study_outcome *from, int sign)
{
    into->sum += sign * from->sum;
    into->squares += sign * from->squares;
    into->deal_squares += sign * from->deal_squares;
}

/* Adds the totals of a deal, or takes them away if `sign` is -1. */
static void add(struct study_totals *into, const struct study_totals *from, int sign)
{
    into->deals += sign * from->deals;
    into->matches += sign * from->matches;
    into->finished += sign * from->finished;
    into->shared += sign * from->shared;
    into->moves += sign * from->moves;
    into->ticks += sign * from->ticks;
    into->margin += sign * from->margin;
    for (int i = 0; i < STUDY_COUNTS_MAX; i++)
        into->counts[i] += sign * from->counts[i];
    for (int i = 0; i < STUDY_PARTS_MAX; i++) {
        into->part_matches[i] += sign * from->part_matches[i];
        into->part_wins[i] += sign * from->part_wins[i];
    }
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        add_outcome(&into->wins[seat], &from->wins[seat], sign);
        add_outcome(&into->scores[seat], &from->scores[seat], sign);
    }
}

static struct study_totals totals_sum(const struct study_sheet *sheet, int setting)
{
    struct study_totals sum = {0};
    for (int d = 0; d < sheet->samples[setting].deal_count; d++) {
        struct study_totals deal = totals_of(sheet, setting, d);
        add(&sum, &deal, 1);
    }
    return sum;
}

/* One-way analysis of variance with the deal as the random effect: the intraclass correlation
 * (MSB − MSW) / (MSB + (r − 1) MSW), with the mean squares added up over the seats. Each seat has its
 * own mean, so an advantage of a seat is not counted as luck. */
static double deal_share(const struct study_outcome *outcomes, int64_t deals)
{
    double n = (double)deals, r = STUDY_REPLAYS, between = 0, within = 0;
    for (int seat = 0; seat < GAME_SEATS_MAX; seat++) {
        const struct study_outcome *o = &outcomes[seat];
        double sum = (double)o->sum, of_deals = (double)o->deal_squares / r;
        between += (of_deals - sum * sum / (n * r)) / (n - 1);
        within += ((double)o->squares - of_deals) / (n * (r - 1));
    }
    return (between - within) / (between + (r - 1) * within);
}

static double ratio(int64_t sum, int64_t count)
{
    return count ? (double)sum / (double)count : NAN;
}

static double score_mean(const struct study_totals *t, int seats)
{
    int64_t sum = 0;
    for (int seat = 0; seat < seats; seat++)
        sum += t->scores[seat].sum;
    return ratio(sum, t->matches * seats);
}

static double figure_of(const struct study_totals *t, enum study_figure figure, int index,
                        int seats)
{
    switch (figure) {
    case STUDY_SEAT_SHARE:
        return ratio(t->wins[index].sum, t->finished * STANDINGS_WIN);
    case STUDY_PART_SHARE:
        return ratio(t->part_wins[index], t->part_matches[index] * STANDINGS_WIN);
    case STUDY_SHARED:
        return ratio(t->shared, t->matches);
    case STUDY_UNFINISHED:
        return ratio(t->matches - t->finished, t->matches);
    case STUDY_LENGTH:
        return ratio(t->moves, t->finished);
    case STUDY_MINUTES:
        return ratio(t->ticks * REALTIME_TICK_MS, t->finished * 60000);
    case STUDY_SCORE:
        return score_mean(t, seats);
    case STUDY_MARGIN:
        return ratio(t->margin, t->finished);
    case STUDY_COUNT:
        return ratio(t->counts[index], t->matches);
    case STUDY_DEAL_WINS:
        return deal_share(t->wins, t->deals);
    case STUDY_DEAL_SCORES:
        return deal_share(t->scores, t->deals);
    }
    return NAN;
}

static bool is_share(enum study_figure figure)
{
    return figure == STUDY_SEAT_SHARE || figure == STUDY_PART_SHARE || figure == STUDY_SHARED ||
           figure == STUDY_UNFINISHED;
}

/* The figure of a setting less that of another, or -1 for none: its value, and its error by the
 * jackknife. Both settings have the same deals. */
static bool jackknife(const struct study_sheet *sheet, int setting, int other,
                      enum study_figure figure, int index, double *value, double *error)
{
    int seats = sheet->design.settings[setting].seats, n = sheet->samples[setting].deal_count;
    struct study_totals sum = totals_sum(sheet, setting), base = {0};
    *value = figure_of(&sum, figure, index, seats);
    if (other >= 0) {
        base = totals_sum(sheet, other);
        *value -= figure_of(&base, figure, index, seats);
    }
    double mean = 0, squares = 0; /* of the figure without one deal, by Welford's method */
    for (int d = 0; d < n; d++) {
        struct study_totals without = sum, deal = totals_of(sheet, setting, d);
        add(&without, &deal, -1);
        double left = figure_of(&without, figure, index, seats);
        if (other >= 0) {
            without = base;
            deal = totals_of(sheet, other, d);
            add(&without, &deal, -1);
            left -= figure_of(&without, figure, index, seats);
        }
        double step = left - mean;
        mean += step / (d + 1);
        squares += step * (left - mean);
    }
    *error = n > 1 ? sqrt(squares * (n - 1) / n) : NAN;
    return isfinite(*value) && isfinite(*error);
}

/* The quantile of Student's distribution that belongs to z: errors that come from few deals are
 * uncertain themselves. The expansion of Abramowitz and Stegun (26.7.5), three terms. */
static double student(double z, int deals)
{
    double n = deals > 1 ? deals - 1 : 1, z2 = z * z;
    return z * (1 + (z2 + 1) / (4 * n) + ((5 * z2 + 16) * z2 + 3) / (96 * n * n) +
                (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * n * n * n));
}

struct study_estimate study_estimate(const struct study_sheet *sheet, int setting,
                                     enum study_figure figure, int index, double z)
{
    double value, error;
    z = student(z, sheet->samples[setting].deal_count);
    if (!jackknife(sheet, setting, -1, figure, index, &value, &error))
        return (struct study_estimate){.is_known = false};
    struct study_estimate estimate = {value, value - z * error, value + z * error, true};
    if (is_share(figure)) {
        double n = sheet->samples[setting].deal_count, alone = value * (1 - value);
        if (error > 1e-6 && alone > 0)
            n = alone / (error * error);
        standings_wilson(value, n, z, &estimate.low, &estimate.high);
    }
    return estimate;
}

struct study_estimate study_change(const struct study_sheet *sheet, int setting,
                                   enum study_figure figure, int index, double z)
{
    double value, error;
    z = student(z, sheet->samples[setting].deal_count);
    if (!jackknife(sheet, setting, sheet->design.settings[setting].base, figure, index, &value,
                   &error))
        return (struct study_estimate){.is_known = false};
    return (struct study_estimate){value, value - z * error, value + z * error, true};
}

double study_z(int comparisons)
{
    double low = 0, high = 10, chance = 0.05 / (comparisons > 0 ? comparisons : 1);
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > chance)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

bool study_has_part(const struct study_sheet *sheet, int setting, int part)
{
    const struct study_sample *sample = &sheet->samples[setting];
    for (int d = 0; d < sample->deal_count; d++)
        for (int seat = 0; seat < sheet->design.settings[setting].seats; seat++)
            if (sample->deals[d].parts[seat] == part)
                return true;
    return false;
}

/* ---- Comparisons ---- */

bool study_is_together(const struct study_sheet *sheet, int setting)
{
    return sheet->design.settings[setting].seats == sheet->design.game->seats_together;
}

static void plan(struct study_findings *findings, int setting, enum study_figure figure, int index,
                 double even)
{
    findings->of[findings->count++] =
        (struct study_finding){.setting = setting, .figure = figure, .index = index, .even = even};
}

static void plan_setting(const struct study_sheet *sheet, int setting,
                         struct study_findings *findings)
{
    const struct study_setting *about = &sheet->design.settings[setting];
    bool together = study_is_together(sheet, setting),
         variant = study_is_variant(&sheet->design, setting);
    double even = variant ? 0 : 1.0 / about->seats;
    for (int seat = 0; !together && seat < about->seats; seat++)
        plan(findings, setting, STUDY_SEAT_SHARE, seat, even);
    if (together && variant) /* the share of games won; there is no even one */
        plan(findings, setting, STUDY_SEAT_SHARE, 0, even);
    for (int part = 0; !together && part < sheet->part_count; part++)
        if (study_has_part(sheet, setting, part) &&
            (!variant || study_has_part(sheet, about->base, part)))
            plan(findings, setting, STUDY_PART_SHARE, part, even);
    if (variant) {
        plan(findings, setting, STUDY_LENGTH, 0, 0);
        plan(findings, setting, STUDY_DEAL_WINS, 0, 0);
    }
}

static struct study_estimate estimate(const struct study_sheet *sheet,
                                      const struct study_finding *finding, double z)
{
    return study_is_variant(&sheet->design, finding->setting)
               ? study_change(sheet, finding->setting, finding->figure, finding->index, z)
               : study_estimate(sheet, finding->setting, finding->figure, finding->index, z);
}

static bool differs(const struct study_estimate *estimate, double even)
{
    return estimate->is_known && (even < estimate->low || even > estimate->high);
}

void study_findings_make(const struct study_sheet *sheet, struct study_findings *findings)
{
    *findings =
        (struct study_findings){.too_few_deals = sheet->samples[0].deal_count < STUDY_DEALS_LEAST};
    for (int i = 0; i < sheet->design.setting_count; i++)
        plan_setting(sheet, i, findings);
    double wide = study_z(findings->count);
    for (int i = 0; i < findings->count; i++) {
        struct study_finding *finding = &findings->of[i];
        struct study_estimate all = estimate(sheet, finding, wide);
        finding->estimate = estimate(sheet, finding, STANDINGS_Z);
        finding->verdict = findings->too_few_deals                      ? STUDY_NO_DIFFERENCE
                           : differs(&all, finding->even)               ? STUDY_CLEAR
                           : differs(&finding->estimate, finding->even) ? STUDY_POSSIBLE
                                                                        : STUDY_NO_DIFFERENCE;
        findings->with[finding->verdict]++;
    }
}
