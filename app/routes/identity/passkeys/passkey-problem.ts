import { WebAuthnError } from '@simplewebauthn/browser';

/** What went wrong with a passkey in the browser, as its person needs to hear it. Browsers tell little: no site learns what somebody has. */
export function passkeyProblem(error: unknown): string {
  const name =
    error instanceof WebAuthnError && error.cause instanceof Error
      ? error.cause.name
      : error instanceof Error
        ? error.name
        : '';
  if (name === 'InvalidStateError')
    return 'This device already has a passkey of yours. Use it to log in, or choose another device';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used: it was cancelled, or the time was over. Try again';
  if (name === 'ConstraintError' || name === 'NotSupportedError')
    return 'This device cannot do it: it needs a screen lock, a finger, a face or a PIN. Choose another device';
  return 'This did not work in your browser. Try again, or go on without a passkey';
}
