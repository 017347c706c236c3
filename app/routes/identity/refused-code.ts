import type { AppLoadContext } from '@remix-run/node';
import type { CodeRefusal } from '~/identity/second-factor';
import { refuseForm } from '../form-reply';
import { duration } from './waiting-words';

const words = {
  missing: 'Enter a code',
  not_set_up: 'No authenticator app is set up',
  wrong_code: 'This code is not right, or was used before. Wait for the next code your app shows, and check that your phone shows the right time',
};

/** The text a person typed as their code. */
export function readCode(form: FormData, field = 'code'): string {
  const code = form.get(field);
  return typeof code === 'string' ? code.trim() : '';
}

/** Draws a form again whose code was not accepted. `initialValue`: what else was typed. */
export function refuseCode(context: AppLoadContext, refusal: CodeRefusal | 'missing', field = 'code', initialValue?: Record<string, string>) {
  if (typeof refusal === 'string') return refuseForm(context, { initialValue, error: { [field]: [words[refusal]] } });
  const error = { '': [`Too many wrong codes. Wait ${duration(refusal.wait)}.`] };
  return refuseForm(context, { initialValue, error }, { status: 429, headers: { 'Retry-After': String(refusal.wait) } });
}
