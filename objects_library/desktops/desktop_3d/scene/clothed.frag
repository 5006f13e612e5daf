// SPDX-License-Identifier: BSD-3-Clause
VARYING vec3 tint;
VARYING vec2 place;

void MAIN()
{
    vec4 cloth = texture(skin, place);
    float light = max(max(tint.r, tint.g), tint.b);
    FRAGCOLOR = vec4(mix(tint, cloth.rgb * max(light, 0.45), cloth.a), 1.0);
}
