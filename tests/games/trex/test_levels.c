/* The table of levels: a card with a higher level is stronger, and the levels of a colour follow its
 * trump class and the number of the card. */
#include "games/trex/mind/mind.h"

#include <stdio.h>

static int failed;

static void expect(bool right, const struct trex_state *s, int card)
{
    if (!right)
        failed += printf("strong %d, weak %d, card %d\n", s->strong, s->weak, card) > 0;
}

static void test_trumps(const struct trex_state *s)
{
    const uint8_t *levels = trex_levels_of(s);
    expect(levels[TREX_CHAMAELOSAURUS] == 0, s, TREX_CHAMAELOSAURUS);
    expect(levels[TREX_SHOWER] == 0, s, TREX_SHOWER);
    for (int card = 0; card < TREX_NUMBERS; card++) {
        expect(levels[card] > 0 && levels[card] < TREX_LEVELS, s, card);
        for (int other = 0; other < TREX_NUMBERS; other++) {
            bool stronger = trex_strength(s, card) > trex_strength(s, other);
            expect(levels[card] <= levels[other] || stronger, s, card);
            bool same_colour = card % TREX_COLOURS == other % TREX_COLOURS;
            expect(!same_colour || card <= other || levels[card] > levels[other], s, card);
        }
    }
}

int main(void)
{
    struct trex_state s = {0};
    for (s.strong = 0; s.strong < TREX_COLOURS; s.strong++)
        for (s.weak = 0; s.weak < TREX_COLOURS; s.weak++)
            if (s.strong != s.weak)
                test_trumps(&s);
    printf("%d failed\n", failed);
    return failed > 0;
}
