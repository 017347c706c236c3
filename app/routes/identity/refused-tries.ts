import type { AppLoadContext } from '@remix-run/node';
import { comeBackIn, refuseForm } from '../form-reply';
import { duration } from './waiting-words';

/** Draws a form again that was sent too often. */
export function refuseTries(context: AppLoadContext, waitSeconds: number) {
  return refuseForm(
    context,
    { error: { '': [`Too many tries. Wait ${duration(waitSeconds)}.`] } },
    comeBackIn(waitSeconds),
  );
}
