// SPDX-License-Identifier: BSD-3-Clause
VARYING vec4 tint;

void MAIN()
{
    tint = COLOR * INSTANCE_COLOR;
    POSITION = INSTANCE_MODELVIEWPROJECTION_MATRIX * vec4(VERTEX, 1.0);
}
