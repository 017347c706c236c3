import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PasskeyRequest } from '~/identity/passkeys/passkey-assertions';

/** Before what was asked is over, which is after ten minutes. */
const renewMs = 9 * 60_000;

/**
 * Lets the browser offer passkeys in the list it fills the user name from, for as long as the page is there. Nothing without `load`.
 * @returns what takes it up again after a question of another kind, which ends it
 */
export function usePasskeyAutofill(
  load: (() => Promise<PasskeyRequest>) | null,
  send: (ticket: string, answer: unknown) => void,
): () => void {
  const [round, setRound] = useState(0);
  const latest = useRef({ load, send });
  useEffect(() => {
    latest.current = { load, send };
  });
  const wanted = load !== null;
  useEffect(() => {
    if (!wanted) return;
    let left = false;
    async function ask() {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const { options, ticket } = await latest.current.load!();
      if (left) return;
      const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
      latest.current.send(ticket, answer);
    }
    // It ends without an answer when the page is left, or the button is used: the button says what is wrong.
    ask().catch(() => undefined);
    const renewal = setTimeout(() => setRound((number) => number + 1), renewMs);
    return () => {
      left = true;
      clearTimeout(renewal);
      WebAuthnAbortService.cancelCeremony();
    };
  }, [wanted, round]);
  return useCallback(() => setRound((number) => number + 1), []);
}
