// SPDX-License-Identifier: BSD-3-Clause
VARYING vec3 spot;

void MAIN()
{
    spot = (MODEL_MATRIX * vec4(VERTEX, 1.0)).xyz;
    POSITION = MODELVIEWPROJECTION_MATRIX * vec4(VERTEX, 1.0);
}
