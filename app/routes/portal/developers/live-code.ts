import type { AppLoadContext } from '@remix-run/node';
import { findSecondFactor } from '~/identity/second-factor';
import type { Environment } from '~/platform/environment';
import { refuseUnconfirmed } from '../../identity/refused-code';

// In live whoever changes or sees credentials proves who they are once more; in test nobody is asked.

/** Whether the person can do so: has set up a second factor. */
export async function mayConfirm(environment: Environment, userId: string): Promise<boolean> {
  return environment === 'test' || (await findSecondFactor(userId)) !== null;
}

/** @returns null when they did, or need not; else the form again, with what was `typed` in it beside the code */
export function refuseUnconfirmedInLive(context: AppLoadContext, { environment, ...sent }: { environment: Environment; userId: string; form: FormData; typed?: Record<string, string> }) {
  return environment === 'live' ? refuseUnconfirmed(context, sent) : null;
}
