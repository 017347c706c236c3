import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PasskeyRequest } from '~/identity/passkeys/passkey-assertions';

/** Before the challenge expires, which is after ten minutes. */
const renewMs = 9 * 60_000;

/**
 * Lets the browser offer passkeys in the username's autofill while the page is open. Does nothing without
 * `load`.
 * @returns a function that restarts it after another passkey request, which ends it
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
    // It ends without a result when the person leaves the page or uses the button, which reports errors
    // itself.
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
