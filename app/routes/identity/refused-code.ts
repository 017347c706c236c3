import type { AppLoadContext } from '@remix-run/node';
import { confirmWithPasskey } from '~/identity/passkey-confirmation';
import { confirmSecondFactor, type CodeRefusal } from '~/identity/second-factor';
import { textOf } from '../form-body';
import { refuseForm } from '../form-reply';
import { sentPasskey } from './sent-passkey';
import { duration } from './waiting-words';

const words = {
  missing: 'Enter a code',
  not_set_up: 'No second factor is set up',
  wrong_code: 'This code is not right, or was used before. Wait for the next code your app shows, and check that your phone shows the right time',
  wrong_passkey: 'This passkey was not accepted. It may have been removed, or the time was over. Try again, or use a code',
};

/** Draws a form again whose code was not accepted. `typed`: what else stood in it, and stays. */
export function refuseCode(context: AppLoadContext, refusal: CodeRefusal | 'missing' | 'wrong_passkey', { field = 'code', typed }: { field?: string; typed?: Record<string, string> } = {}) {
  const initialValue = typed ?? null;
  if (typeof refusal === 'string') return refuseForm(context, { initialValue, error: { [field]: [words[refusal]] } });
  const error = { '': [`Too many wrong codes. Wait ${duration(refusal.wait)}.`] };
  return refuseForm(context, { initialValue, error }, { status: 429, headers: { 'Retry-After': String(refusal.wait) } });
}

/** Lets whoever is logged in prove by a code in the form, or a passkey, that they are still the one. @returns null when they did, else the form again */
export async function refuseUnconfirmed(context: AppLoadContext, { userId, form, field = 'code', typed }: { userId: string; form: FormData; field?: string; typed?: Record<string, string> }) {
  const [passkey, code] = [sentPasskey(form), textOf(form, field)];
  const outcome = passkey ? await confirmWithPasskey(userId, passkey) : code ? await confirmSecondFactor(userId, code) : 'missing';
  return outcome === 'confirmed' ? null : refuseCode(context, outcome, { field, typed });
}
