VARYING vec4 tint;

void MAIN()
{
    FRAGCOLOR = tint;
}
