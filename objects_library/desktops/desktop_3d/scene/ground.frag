// SPDX-License-Identifier: BSD-3-Clause
VARYING vec3 spot;

float grid(vec2 at, float width)
{
    vec2 cells = at / width;
    vec2 pixel = fwidth(cells);
    vec2 near = abs(fract(cells - 0.5) - 0.5) / max(pixel, vec2(1e-5));
    float line = 1.0 - min(min(near.x, near.y), 1.0);
    return line * (1.0 - smoothstep(0.15, 0.5, max(pixel.x, pixel.y)));
}

void MAIN()
{
    float far = length(spot.xz - CAMERA_POSITION.xz);
    float line = max(grid(spot.xz, cell) * 0.35, grid(spot.xz, cell * 10.0) * 0.8);
    vec3 shown = mix(soil.rgb, lines.rgb, line);
    FRAGCOLOR = vec4(mix(shown, haze.rgb, smoothstep(0.0, 1.0, far / reach)), 1.0);
}
