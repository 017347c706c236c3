import { createHash } from 'node:crypto';
import type { Context } from '../account-state';
import { StripeApiError } from './api-error';

export type StoredAnswer = { status: number; body: string; requestId: string };
type KeyUse = { path: string; fingerprint: string; at: number; answer?: StoredAnswer };

const lifetimeSeconds = 24 * 3_600;

/** Idempotency keys, each with the request it was used for and its answer. */
export class IdempotencyKeys {
  readonly #uses = new Map<string, KeyUse>();

  /**
   * Begins a request.
   * @returns the answer of the first request with this key, if it was answered
   */
  begin({ account, clock }: Context, key: string, path: string, content: string): StoredAnswer | undefined {
    const name = `${account.id} ${key}`;
    const fingerprint = createHash('sha256').update(content).digest('hex');
    const use = this.#uses.get(name);
    if (!use || clock.now() - use.at >= lifetimeSeconds) {
      this.#uses.set(name, { path, fingerprint, at: clock.now() });
      return undefined;
    }
    const advice = `Try using a key other than '${key}' if you meant to execute a different request.`;
    if (use.path !== path)
      throw refuseKey(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${use.path}'). ${advice}`,
      );
    if (use.fingerprint !== fingerprint)
      throw refuseKey(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. ${advice}`,
      );
    if (!use.answer)
      throw new StripeApiError(
        409,
        {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        },
        false,
      );
    return use.answer;
  }

  complete({ account }: Context, key: string, answer: StoredAnswer): void {
    const use = this.#uses.get(`${account.id} ${key}`);
    if (use) use.answer = answer;
  }

  /** The endpoint didn't begin to execute, so the key is free again. */
  forget({ account }: Context, key: string): void {
    this.#uses.delete(`${account.id} ${key}`);
  }
}

const refuseKey = (message: string) => new StripeApiError(400, { type: 'idempotency_error', message }, false);
