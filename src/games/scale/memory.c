/* What a seat remembers, and what performances reveal (S15): from a stream of gestures to the probability of each
 * level. */
#include "games/scale/scale.h"

#include <string.h>

/* A discard of a seat has been seen; NULL: that there was one. False if there are no more cards. */
static bool discard_observe(struct scale_memory *m, const char *name)
{
    uint8_t *count = &m->discarded[scale_card_find(name)];
    return *count < SCALE_NUMBER_CARDS && ++*count;
}

/* Both cards are turned over: the level of each performance is now known. */
static bool reveal_observe(struct scale_memory *m, const struct doc *doc,
                           const struct doc_node *event)
{
    const struct doc_node *card = doc_first(doc, doc_get(doc, event, "cards"));
    m->waited = 0;
    DOC_EACH (doc, doc_get(doc, event, "seats"), node) {
        const char *name = doc_text(doc, card);
        uint8_t code = scale_card_find(name);
        int seat;
        if (!doc_number(node, 0, SCALE_SEATS_MAX - 1, &seat) || !scale_card_has_value(code) ||
            !discard_observe(m, name))
            return false;
        scale_reader_learn(&m->readers[seat], scale_card_value(code));
        card = doc_next(doc, card);
    }
    return true;
}

/* Changes the memory even if it returns false. */
static bool event_observe(struct scale_memory *m, int viewer, const struct doc *doc,
                          const struct doc_node *event)
{
    const char *type = doc_text(doc, doc_get(doc, event, "type"));
    const struct doc_node *node = doc_get(doc, event, "seat");
    int seat = -1;
    if (!type || (node && !doc_number(node, 0, SCALE_SEATS_MAX - 1, &seat)))
        return false;
    if (seat == viewer)
        m->rested = 0;
    if (strcmp(type, "reshuffle") == 0)
        memset(m->discarded, 0, sizeof m->discarded);
    else if (strcmp(type, "reveal") == 0)
        return reveal_observe(m, doc, event);
    else if (strcmp(type, "swap") == 0 || strcmp(type, "change") == 0)
        return discard_observe(m, doc_text(doc, doc_get(doc, event, "card"))); /* or "?" */
    else if (strcmp(type, "draw") == 0 && seat >= 0)
        scale_reader_forget_look(&m->readers[seat]);
    else if (strcmp(type, "tie") == 0) /* S12: a new performance begins */
        for (seat = 0; seat < SCALE_SEATS_MAX; seat++)
            scale_reader_forget_look(&m->readers[seat]);
    return true;
}

bool scale_observe(void *memory, int viewer, const struct doc *doc, const struct doc_node *event)
{
    struct scale_memory *m = memory, before = *m;
    if (event_observe(m, viewer, doc, event))
        return true;
    *m = before;
    return false;
}

void scale_witness(void *memory, int viewer, int seat, const struct realtime_gesture *gesture)
{
    struct scale_memory *m = memory;
    scale_reader_witness(&m->readers[seat], gesture);
    if (seat == viewer) {
        m->rested++;
        m->waited++;
    }
}

/* ---- What performances reveal ---- */

/* The prior for performers: for each feature the mean at the middle level (5.5), the increase per
 * level, and how much both vary between performers. Then the variance of a single glance, and of
 * even a long look, since no performer follows a straight line exactly. Features are means from 0
 * to 1. The numbers were measured on many computer performers; the variances between performers are
 * doubled, because people differ more. */
struct habit {
    float middle, slope;
    float middle_varies, slope_varies;
    float glance, remainder;
};
static const struct habit habits[SCALE_FEATURES] = {
    [SCALE_FEATURE_POWER] = {0.44f, 0.064f, 0.012f, 0.00025f, 0.010f, 0.0012f},
    [SCALE_FEATURE_PACE] = {0.060f, 0.010f, 0.00045f, 0.00003f, 0.0004f, 0.00007f},
    [SCALE_FEATURE_REACH] = {0.19f, 0.018f, 0.002f, 0.00008f, 0.0018f, 0.0003f},
};
static const float GLANCE_TICKS = 50;

void scale_reader_forget_look(struct scale_reader *reader)
{
    reader->look = (struct scale_look){0};
}

static uint32_t distance(uint8_t a, uint8_t b)
{
    return a > b ? (uint32_t)(a - b) : (uint32_t)(b - a);
}

void scale_reader_witness(struct scale_reader *reader, const struct realtime_gesture *gesture)
{
    struct scale_look *look = &reader->look;
    if (look->count == 0) { /* no gesture to compare with yet */
        look->x = gesture->x;
        look->y = gesture->y;
    }
    look->count++;
    look->sums[SCALE_FEATURE_POWER] += gesture->power;
    look->sums[SCALE_FEATURE_PACE] += distance(gesture->x, look->x) + distance(gesture->y, look->y);
    look->sums[SCALE_FEATURE_REACH] += distance(gesture->x, 128) + distance(gesture->y, 128);
    look->x = gesture->x;
    look->y = gesture->y;
}

static float look_feature(const struct scale_look *look, int feature)
{
    return (float)look->sums[feature] / (255 * (float)look->count);
}

/* The remaining variance of a feature after `count` gestures. */
static float look_varies(const struct habit *habit, uint32_t count)
{
    return habit->remainder + habit->glance / (1 + (float)count / GLANCE_TICKS);
}

/* Levels are counted from the middle, so that middle and slope are nearly independent. */
static float centred(int value)
{
    return (float)value - (float)(SCALE_LEVELS + 1) / 2;
}

void scale_reader_learn(struct scale_reader *reader, int value)
{
    if (reader->look.count == 0)
        return;
    float level = centred(value);
    for (int feature = 0; feature < SCALE_FEATURES; feature++) {
        struct scale_line *line = &reader->lines[feature];
        float seen = look_feature(&reader->look, feature);
        float weight = 1 / look_varies(&habits[feature], reader->look.count);
        line->weight += weight;
        line->level += weight * level;
        line->level_squared += weight * level * level;
        line->seen += weight * seen;
        line->seen_times_level += weight * seen * level;
    }
}

/* The current estimate of a line: two parameters and their covariances. */
struct belief {
    float middle, slope;
    float middle_varies, slope_varies, together;
};

static struct belief believe(const struct habit *habit, const struct scale_line *line)
{
    float a = line->weight + 1 / habit->middle_varies; /* [a b; b c] is the precision */
    float b = line->level;
    float c = line->level_squared + 1 / habit->slope_varies;
    float determinant = a * c - b * b;
    float x = line->seen + habit->middle / habit->middle_varies;
    float y = line->seen_times_level + habit->slope / habit->slope_varies;
    return (struct belief){.middle = (c * x - b * y) / determinant,
                           .slope = (a * y - b * x) / determinant,
                           .middle_varies = c / determinant,
                           .slope_varies = a / determinant,
                           .together = -b / determinant};
}

/* Square root by Newton's method; the core has no mathematics library. Accurate for variances from
 * 1e-6 to 1. */
static float root(float number)
{
    float guess = 0.5f + number / 2;
    for (int i = 0; i < 12; i++)
        guess = (guess + number / guess) / 2;
    return guess;
}

/* The density of Student's distribution with 7 degrees of freedom, without its constant factor. */
static float likelihood(float off, float varies)
{
    float tail = 1 + off * off / (7 * varies);
    float squared = tail * tail;
    return 1 / (squared * squared * root(varies));
}

static void normalise(float chances[SCALE_LEVELS])
{
    float sum = 0;
    for (int i = 0; i < SCALE_LEVELS; i++)
        sum += chances[i];
    for (int i = 0; i < SCALE_LEVELS; i++)
        chances[i] = sum > 0 ? chances[i] / sum : 1.0f / SCALE_LEVELS;
}

void scale_reader_estimate(const struct scale_reader *reader, const struct scale_reading *reading,
                           float chances[SCALE_LEVELS])
{
    static const struct scale_line unknown = {0};
    const struct scale_look *look = &reader->look;
    normalise(chances);
    for (int feature = 0; look->count > 0 && feature < reading->features; feature++) {
        const struct habit *habit = &habits[feature];
        struct belief line =
            believe(habit, reading->calibrates ? &reader->lines[feature] : &unknown);
        float seen = look_feature(look, feature), varies = look_varies(habit, look->count);
        for (int value = 1; value <= SCALE_LEVELS; value++) {
            float level = centred(value);
            float off = seen - line.middle - line.slope * level;
            float spread = varies + line.middle_varies +
                           level * (2 * line.together + level * line.slope_varies);
            chances[value - 1] *= likelihood(off, spread);
        }
        normalise(chances);
    }
}
