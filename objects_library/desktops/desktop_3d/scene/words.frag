// SPDX-License-Identifier: BSD-3-Clause
VARYING vec2 place;

void MAIN()
{
    FRAGCOLOR = texture(skin, place);
}
