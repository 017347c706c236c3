/** In UTF-16 units. Without dependencies, so that form fields can use the same limits. */
export const maxEmailLength = 254; // RFC 5321
export const maxPersonNameLength = 100;
export const maxPasskeyNameLength = 60;
