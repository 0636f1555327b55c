/* Which weights the mind of Tyrannosaurus Rex takes: all numbers of players or some, but only networks of
 * its shape, with weights that its sums can hold. */
#include "base/base.h"
#include "data/data.h"
#include "games/tyrannosaurus/mind/mind.h"
#include "players/players.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h> /* needs those above */

static unsigned char *bytes; /* of all networks */
static size_t size;

static bool is_read(const unsigned char *from, size_t length, uint64_t fitted)
{
    static struct tyrannosaurus_networks networks;
    memset(&networks, 0, sizeof networks);
    return tyrannosaurus_weights_read(from, length, &networks) && networks.fitted == fitted;
}

static void test_numbers_of_players(void **unused)
{
    (void)unused;
    assert_true(is_read(bytes, size, bit(2) | bit(3) | bit(4)));
    assert_true(is_read(bytes, TYREX_NETWORK_SIZE, bit(2)));
    assert_true(is_read(bytes + TYREX_NETWORK_SIZE, 2 * TYREX_NETWORK_SIZE, bit(3) | bit(4)));
    bytes[0] = 4; /* twice */
    assert_false(is_read(bytes, size, bit(3) | bit(4)));
    bytes[0] = TYREX_SEATS_MAX + 1;
    assert_false(is_read(bytes, TYREX_NETWORK_SIZE, bit(TYREX_SEATS_MAX + 1)));
    bytes[0] = 2;
    assert_null(tyrannosaurus_weights_for(NULL, 3));
}

static void test_shape(void **unused)
{
    (void)unused;
    assert_false(is_read(bytes, 0, 0));
    assert_false(is_read(bytes, TYREX_NETWORK_SIZE - 1, bit(2)));
    for (int i = 1; i < TYREX_NETWORK_HEAD; i++) {
        bytes[i]++;
        assert_false(is_read(bytes, TYREX_NETWORK_SIZE, bit(2)));
        bytes[i]--;
    }
    assert_true(is_read(bytes, TYREX_NETWORK_SIZE, bit(2)));
}

static void test_large_weights(void **unused)
{
    (void)unused;
    for (size_t at = TYREX_NETWORK_HEAD + TYREX_FEATURES * TYREX_NEURONS; at < TYREX_NETWORK_SIZE;
         at += 2) {
        unsigned char low = bytes[at], high = bytes[at + 1];
        for (int sign = -1; sign <= 1; sign += 2) {
            int weight = sign * TYREX_WEIGHT_MAX;
            bytes[at] = (unsigned char)(weight & 0xff);
            bytes[at + 1] = (unsigned char)(weight >> 8 & 0xff);
            assert_true(is_read(bytes, TYREX_NETWORK_SIZE, bit(2)));
            weight += sign;
            bytes[at] = (unsigned char)(weight & 0xff);
            bytes[at + 1] = (unsigned char)(weight >> 8 & 0xff);
            assert_false(is_read(bytes, TYREX_NETWORK_SIZE, bit(2)));
        }
        bytes[at] = low;
        bytes[at + 1] = high;
    }
}

int main(void)
{
    struct weights_file file;
    size_t file_size;
    char *content = data_read(NULL, "minds/tyrannosaurus.bin", &file_size);
    if (!content || !weights_file_open(&file, content, file_size))
        return 1;
    bytes = (unsigned char *)content + (file.weights - (const unsigned char *)content);
    size = file.weights_size;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_of_players),
        cmocka_unit_test(test_shape),
        cmocka_unit_test(test_large_weights),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(content);
    return failed;
}
