/** In units of UTF-16. Pure, so that fields can stop there too. */
export const longestEmail = 254; // RFC 5321
export const longestPersonName = 100;
export const longestPasskeyName = 60;
