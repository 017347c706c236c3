import { startAuthentication, startRegistration } from '@simplewebauthn/browser';
import { KeyRound } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { PasskeyRequest } from '~/identity/passkeys/passkey-assertions';
import type { PasskeyRegistrationRequest } from '~/identity/passkeys/passkey-registration';
import { Button } from '~/ui/forms/button';
import { FieldErrorMessage } from '~/ui/forms/field';
import { useSubmitting } from '~/ui/forms/use-submitting';
import { passkeyProblem } from './passkey-problem';
import { usePasskeyAutofill } from './use-passkey-autofill';
import { usePasskeySupport } from './use-passkeys';

type Props = {
  /**
   * The request for the browser: to create a passkey, or to sign with one. `load` fetches it on demand, for
   * pages that stay open for long.
   */
  ask:
    | { create: PasskeyRegistrationRequest }
    | { sign: PasskeyRequest }
    | { load: () => Promise<PasskeyRequest> };
  variant?: 'primary' | 'secondary';
  /** Also offers passkeys in the username's autofill. */
  autofill?: boolean;
  /** A prefix for the names of the response fields, if the form has other fields with these names. */
  prefix?: string;
  children: string;
};

/**
 * A button inside a form that creates or uses a passkey and submits the form. Hidden without scripts, or in
 * browsers without passkeys.
 */
export function PasskeyButton({
  ask,
  variant = 'secondary',
  autofill = false,
  prefix = '',
  children,
}: Props) {
  const [known, box, id] = [usePasskeySupport(), useRef<HTMLDivElement>(null), useId()];
  const [busy, setBusy] = useState(false);
  const [sending, startSending] = useSubmitting();
  const [problem, setProblem] = useState('');

  function send(ticket: string, answer: unknown): void {
    const form = box.current?.closest('form');
    const fields = { ticket, passkey: JSON.stringify(answer) };
    for (const [name, value] of Object.entries(fields))
      form!.querySelector<HTMLInputElement>(`input[name="${prefix}${name}"]`)!.value = value;
    setBusy(false);
    startSending();
    form!.submit();
  }

  const resume = usePasskeyAutofill(known && autofill && 'load' in ask ? ask.load : null, send);

  async function begin(): Promise<void> {
    setBusy(true);
    setProblem('');
    try {
      if ('create' in ask)
        return send(ask.create.ticket, await startRegistration({ optionsJSON: ask.create.options }));
      const { options, ticket } = 'load' in ask ? await ask.load() : ask.sign;
      send(ticket, await startAuthentication({ optionsJSON: options }));
    } catch (error) {
      setBusy(false);
      setProblem(passkeyProblem(error));
      resume();
    }
  }

  if (!known) return null;
  return (
    <div ref={box}>
      <div aria-live="polite">{problem && <FieldErrorMessage id={id} message={problem} />}</div>
      <input type="hidden" name={`${prefix}ticket`} />
      <input type="hidden" name={`${prefix}passkey`} />
      <Button variant={variant} size="wide" pending={busy || sending} onClick={() => void begin()}>
        <KeyRound size={18} aria-hidden="true" />
        {children}
      </Button>
    </div>
  );
}
