// SPDX-License-Identifier: BSD-3-Clause
VARYING vec2 place;

void MAIN()
{
    place = UV0;
    POSITION = MODELVIEWPROJECTION_MATRIX * vec4(VERTEX, 1.0);
}
