/* Who plays which dinosaur (Y2). */
#include "games/tyrannosaurus/dinos.h"

#include "games/tyrannosaurus/text.h"

#include <string.h>

/* All ways to give dinosaurs to seats, as the words of the option `dinos`. */
#define TRI "triceratops"
#define PTE "pteranodon"
#define DIP "diplodocus"
#define STE "stegosaurus"
#define ORDERS_OF_2(head, a, b) head a "," b, head b "," a
#define ORDERS_OF_3(head, a, b, c) \
    ORDERS_OF_2(head a ",", b, c), ORDERS_OF_2(head b ",", a, c), ORDERS_OF_2(head c ",", a, b)
#define ORDERS_OF_4(a, b, c, d)                                                            \
    ORDERS_OF_3(a ",", b, c, d), ORDERS_OF_3(b ",", a, c, d), ORDERS_OF_3(c ",", a, b, d), \
        ORDERS_OF_3(d ",", a, b, c)

const char *const tyrannosaurus_dinos_values[TYREX_DINOS_VALUES] = {
    [TYREX_DINOS_RANDOM] = "random", ORDERS_OF_4(TRI, PTE, DIP, STE),
    ORDERS_OF_3("", TRI, PTE, DIP),  ORDERS_OF_2("", STE, TRI),
    ORDERS_OF_2("", PTE, DIP),
};

void tyrannosaurus_dinos_of_match(const struct tyrannosaurus_state *s,
                                  uint8_t dinos[TYREX_SEATS_MAX])
{
    static const uint8_t land[] = {TYREX_STEGOSAURUS, TYREX_TRICERATOPS};
    static const uint8_t refuge[] = {TYREX_PTERANODON, TYREX_DIPLODOCUS};
    static const uint8_t more[] = {TYREX_TRICERATOPS, TYREX_PTERANODON, TYREX_DIPLODOCUS,
                                   TYREX_STEGOSAURUS};
    const uint8_t *from = s->seats > 2                                       ? more
                          : s->options[TYREX_OPTION_PAIR] == TYREX_PAIR_LAND ? land
                                                                             : refuge;
    memcpy(dinos, from, s->seats);
}

int tyrannosaurus_dinos_chosen(const struct tyrannosaurus_state *s, uint8_t dinos[TYREX_SEATS_MAX])
{
    if (s->options[TYREX_OPTION_DINOS] == TYREX_DINOS_RANDOM)
        return 0;
    int count = 0;
    for (const char *at = tyrannosaurus_dinos_values[s->options[TYREX_OPTION_DINOS]]; *at;
         at += *at == ',') {
        uint8_t dino = 0;
        size_t length = strcspn(at, ",");
        while (strncmp(tyrannosaurus_dino_names[dino], at, length) != 0)
            dino++;
        dinos[count++] = dino;
        at += length;
    }
    return count;
}

bool tyrannosaurus_dinos_fit(const struct tyrannosaurus_state *s)
{
    uint8_t expected[TYREX_SEATS_MAX], chosen[TYREX_SEATS_MAX];
    tyrannosaurus_dinos_of_match(s, expected);
    int count = tyrannosaurus_dinos_chosen(s, chosen);
    uint64_t missing = 0, met = 0;
    for (int seat = 0; seat < s->seats; seat++) {
        missing |= bit(expected[seat]);
        met |= bit(s->players[seat].dino);
        if (count && (count != s->seats || chosen[seat] != s->players[seat].dino))
            return false;
    }
    return met == missing;
}

bool tyrannosaurus_pair_allows(int pair, int dinos)
{
    struct tyrannosaurus_state s = {
        .seats = 2,
        .options = {[TYREX_OPTION_PAIR] = (uint8_t)pair, [TYREX_OPTION_DINOS] = (uint8_t)dinos}};
    uint8_t given[TYREX_SEATS_MAX];
    if (dinos == TYREX_DINOS_RANDOM)
        return true;
    if (tyrannosaurus_dinos_chosen(&s, given) != s.seats)
        return false;
    for (int seat = 0; seat < s.seats; seat++)
        s.players[seat].dino = given[seat];
    return tyrannosaurus_dinos_fit(&s);
}
