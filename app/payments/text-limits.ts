/** In characters. Pure, so that fields can stop there too. */
export const longestAnswer = 20_000;
export const longestViewName = 60;
