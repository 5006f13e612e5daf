VARYING vec2 place;

void MAIN()
{
    FRAGCOLOR = texture(skin, place);
}
