// SPDX-License-Identifier: BSD-3-Clause
VARYING vec2 place;

void MAIN()
{
    // Words always face whoever looks; steady ones are as large from afar as from near.
    place = UV0;
    vec4 middle = VIEW_MATRIX * MODEL_MATRIX * vec4(0.0, raised, 0.0, 1.0);
    float scale = mix(1.0, -middle.z, steady);
    middle.xy += vec2(VERTEX.x * wide, VERTEX.y * tall) * scale;
    POSITION = PROJECTION_MATRIX * middle;
}
