// SPDX-License-Identifier: BSD-3-Clause
/* Runs a fuzz target over the files named on the command line. */
#include <stdio.h>
#include <stdlib.h>

#include "fuzz.h"

int main(int count, char **names) {
    for (int n = 1; n < count; n++) {
        FILE *file = fopen(names[n], "rb");
        if (!file) {
            perror(names[n]);
            return 2;
        }
        static uint8_t data[1 << 20];
        size_t size = fread(data, 1, sizeof data, file);
        fclose(file);
        /* Its own block, so that sanitizers see reads past its end. */
        uint8_t *exact = malloc(size ? size : 1);
        assert(exact);
        for (size_t at = 0; at < size; at++) exact[at] = data[at];
        LLVMFuzzerTestOneInput(exact, size);
        free(exact);
    }
    printf("%d inputs\n", count - 1);
    return 0;
}
