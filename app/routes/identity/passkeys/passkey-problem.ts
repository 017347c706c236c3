import { WebAuthnError } from '@simplewebauthn/browser';

/**
 * The message for a passkey error in the browser. Browsers reveal little, so that sites don't learn what a
 * person has.
 */
export function passkeyProblem(error: unknown): string {
  const name =
    error instanceof WebAuthnError && error.cause instanceof Error
      ? error.cause.name
      : error instanceof Error
        ? error.name
        : '';
  if (name === 'InvalidStateError')
    return 'This device already has one of your passkeys. Use it to log in, or choose another device';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used, because it was canceled or the time expired. Try again';
  if (name === 'ConstraintError' || name === 'NotSupportedError')
    return 'This device doesn’t support passkeys. It needs a screen lock, a fingerprint, a face, or a PIN. Choose another device';
  return 'This didn’t work in your browser. Try again, or continue without a passkey';
}
