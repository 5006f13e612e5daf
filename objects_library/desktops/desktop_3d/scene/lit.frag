// SPDX-License-Identifier: BSD-3-Clause
VARYING vec3 tint;
VARYING vec2 place;

void MAIN()
{
    FRAGCOLOR = vec4(tint, 1.0);
}
