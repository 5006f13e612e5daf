// SPDX-License-Identifier: BSD-3-Clause
VARYING vec4 tint;

void MAIN()
{
    FRAGCOLOR = tint;
}
