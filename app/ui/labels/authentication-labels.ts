import type { Authentication } from '~/payments/transactions/transaction-object';

type Result = Exclude<Authentication, { status: 'required' }>;

const results: Record<Result['status'], string> = {
  authenticated: 'Authenticated',
  attempted: 'Attempted. The bank doesn’t take part, or didn’t respond',
  failed: 'Failed',
  unavailable: 'Not available at the bank',
};

/** A payment's 3-D Secure in words, such as "Authenticated with a challenge, version 2.2.0, ECI 05". */
export function describeAuthentication(authentication: Authentication): string {
  if (authentication.status === 'required') return 'Waiting for the payer';
  const { status, flow, version, eci } = authentication;
  const way =
    status !== 'authenticated' || flow === null
      ? ''
      : flow === 'challenge'
        ? ' with a challenge'
        : ' without a challenge';
  return [`${results[status]}${way}`, version && `version ${version}`, eci && `ECI ${eci}`]
    .filter(Boolean)
    .join(', ');
}

/** Who bears the loss of a fraudulent payment. Null while the payer authenticates. */
export function describeLiability(authentication: Authentication): string | null {
  if (authentication.status === 'required') return null;
  return authentication.liability_shift ? 'The bank' : 'The merchant';
}
