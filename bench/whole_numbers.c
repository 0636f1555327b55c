#include "whole_numbers.h"

#include <math.h>

int weight_round(float weight, float one, int limit)
{
    int scaled = (int)lroundf(weight * one);
    return scaled > limit ? limit : scaled < -limit ? -limit : scaled;
}

unsigned char *numbers_put(unsigned char *bytes, const int16_t *numbers, int count)
{
    for (int i = 0; i < count; i++) {
        *bytes++ = (unsigned char)(numbers[i] & 0xff);
        *bytes++ = (unsigned char)((uint16_t)numbers[i] >> 8);
    }
    return bytes;
}
