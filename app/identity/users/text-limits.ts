/** In units of UTF-16. Pure, so that fields can stop there too. */
export const maxEmailLength = 254; // RFC 5321
export const maxPersonNameLength = 100;
export const maxPasskeyNameLength = 60;
