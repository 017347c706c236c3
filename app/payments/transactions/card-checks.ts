import type { BillingDetails } from '~/acquirers/billing-details';
import type { CardChecks, CardCheckResult } from '~/acquirers/card-checks';

/** What the payer's bank found about the data that was sent (AVS), as the API and the database have it. */
export type CheckedData = {
  address?: CardCheckResult;
  postal_code?: CardCheckResult;
  security_code?: CardCheckResult;
};

/** What the bank can check, before it has answered. Null if nothing was sent. */
export function toUncheckedData(
  { addressLine1, postalCode }: BillingDetails,
  { code }: { code?: unknown },
): CheckedData | null {
  const checks: CheckedData = {
    ...(addressLine1 !== undefined && { address: 'unchecked' }),
    ...(postalCode !== undefined && { postal_code: 'unchecked' }),
    ...(code !== undefined && { security_code: 'unchecked' }),
  };
  return Object.keys(checks).length ? checks : null;
}

/** Some acquirers report a failed check of data that wasn't sent, which says nothing. */
export function toCheckedData(
  sent: CheckedData | null,
  { address, postalCode, securityCode }: CardChecks = {},
): CheckedData | null {
  return (
    sent && {
      ...(sent.address && { address: address ?? sent.address }),
      ...(sent.postal_code && { postal_code: postalCode ?? sent.postal_code }),
      ...(sent.security_code && { security_code: securityCode ?? sent.security_code }),
    }
  );
}
