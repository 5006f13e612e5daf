// SPDX-License-Identifier: BSD-3-Clause
VARYING vec3 tint;
VARYING vec2 place;

void MAIN()
{
    vec3 normal = normalize((INSTANCE_MODEL_MATRIX * vec4(NORMAL, 0.0)).xyz);
    float sun = max(dot(normal, vec3(0.42, 0.79, 0.45)), 0.0);
    float sky = 0.5 + 0.5 * normal.y;
    tint = COLOR.rgb * INSTANCE_COLOR.rgb * (0.42 + 0.18 * sky + 0.48 * sun);
    place = UV0;
    POSITION = INSTANCE_MODELVIEWPROJECTION_MATRIX * vec4(VERTEX, 1.0);
}
