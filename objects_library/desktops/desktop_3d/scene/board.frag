// SPDX-License-Identifier: BSD-3-Clause
VARYING vec2 place;

void MAIN()
{
    vec4 shown = texture(skin, place);
    if (shown.a < 0.4)
        discard;
    FRAGCOLOR = vec4(shown.rgb * glow, 1.0);
}
