import { createHmac, randomBytes } from 'node:crypto';
import type { StandInClock } from '../clock';
import type { Answer } from '../answers';
import { AdyenApiError } from './api-error';

type KeyUse = { fingerprint: string; at: number; answer?: Answer };

/** Idempotency keys of the company account, each with the request it was used for and its answer. */
export class IdempotencyKeys {
  /** The requests contain card data, so their fingerprints must not be guessable. */
  readonly #secret = randomBytes(32);
  readonly #uses = new Map<string, KeyUse>();

  constructor(
    private readonly clock: StandInClock,
    private readonly lifetimeSeconds: number,
  ) {}

  /**
   * Begins a request.
   * @returns the answer of the first request with this key, if it was answered
   */
  begin(key: string, content: string): Answer | undefined {
    if (key.length > 64)
      throw new AdyenApiError(
        422,
        '704',
        'The idempotency key is longer than 64 characters',
        'validation',
        false,
      );
    const fingerprint = createHmac('sha256', this.#secret).update(content).digest('hex');
    const use = this.#uses.get(key);
    if (!use || this.clock.now() - use.at >= this.lifetimeSeconds) {
      this.#uses.set(key, { fingerprint, at: this.clock.now() });
      return undefined;
    }
    const message = 'request already processed or in progress';
    if (use.fingerprint !== fingerprint) throw new AdyenApiError(422, '704', message, 'validation', false);
    if (!use.answer) throw new AdyenApiError(409, '704', message, 'validation', false, true);
    return use.answer;
  }

  complete(key: string, answer: Answer): void {
    const use = this.#uses.get(key);
    if (use) use.answer = answer;
  }

  /** The request had no effect and may be sent again, so the key is free. */
  forget(key: string): void {
    this.#uses.delete(key);
  }
}
