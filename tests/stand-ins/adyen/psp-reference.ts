import { randomInt } from 'node:crypto';

const characters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Adyen's reference of a payment, a modification, or a dispute: 16 letters and digits. */
export const newPspReference = () =>
  Array.from({ length: 16 }, () => characters[randomInt(characters.length)]).join('');
