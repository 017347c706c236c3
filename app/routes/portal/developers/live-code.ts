import type { AppLoadContext } from '@remix-run/node';
import { confirmSecondFactor } from '~/identity/second-factor';
import type { Environment } from '~/platform/environment';
import { readCode, refuseCode } from '../../identity/refused-code';

/** In live whoever changes credentials proves who they are once more. Null when they did, or need not; else the refused form with what else was typed. */
export async function refuseUnconfirmed(context: AppLoadContext, { environment, userId, form, typed }: { environment: Environment; userId: string; form: FormData; typed?: Record<string, string> }) {
  if (environment !== 'live') return null;
  const code = readCode(form);
  const outcome = code ? await confirmSecondFactor(userId, code) : 'missing';
  return outcome === 'confirmed' ? null : refuseCode(context, outcome, 'code', typed);
}
