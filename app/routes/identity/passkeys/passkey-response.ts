import type { AppLoadContext } from '@remix-run/node';
import type { PasskeyResponse } from '~/identity/passkeys/passkey-assertions';
import type { PasskeyRejection } from '~/identity/passkeys/passkey-login';
import { textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { describeLeave } from '../login/leave-message';
import { rejectLockedOut } from '../login/lockout-rejection';

/** The passkey button's fields in a form. Null when the form was submitted in another way. */
export function readPasskeyResponse(form: FormData, prefix = ''): PasskeyResponse | null {
  const answer = textOf(form, `${prefix}passkey`);
  return answer ? { answer, ticket: textOf(form, `${prefix}ticket`) } : null;
}

/** The same reply for an unknown, removed, foreign, copied, or late passkey (threat T7). */
const messages = 'This passkey wasn’t accepted. It may have been removed, or the time expired. Try again';

/** Shows a form again whose passkey wasn't accepted. */
export function rejectPasskey(context: AppLoadContext, rejection: PasskeyRejection, { instead = '' } = {}) {
  if (rejection.error === 'invalid_passkey')
    return rejectForm(context, { error: { '': [`${messages}${instead}.`] } });
  if (rejection.error === 'on_leave')
    return rejectForm(context, { error: { '': [describeLeave(rejection.until)] } });
  return rejectLockedOut(context, rejection.waitSeconds);
}
