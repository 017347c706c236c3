import { createHash } from 'node:crypto';
import type { Puzzle } from '~/payments/card-testing/proof-of-work';

type Search = {
  /** Makes a nonce of each number, from 0. */
  nonceOf?: (number: number) => string;
  /** By default, as many zero bits as the puzzle asks for, or more. */
  isEnough?: (zeroBits: number) => boolean;
};

/** The first proof of work that suffices, as the payment page's script finds it. */
export function solvePuzzle(
  { ticket, bits }: Pick<Puzzle, 'ticket' | 'bits'>,
  { nonceOf = String, isEnough = (zeroBits) => zeroBits >= bits }: Search = {},
): { ticket: string; nonce: string } {
  for (let number = 0; ; number++) {
    const nonce = nonceOf(number);
    const digest = createHash('sha256').update(`${ticket}:${nonce}`).digest();
    if (isEnough(Math.clz32(digest.readUInt32BE()))) return { ticket, nonce };
  }
}
