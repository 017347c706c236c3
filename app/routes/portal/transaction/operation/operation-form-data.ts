import type { Environment } from '~/platform/environment';
import { config } from '~/platform/config/config.server';
import type { ManualOperationTarget } from '~/payments/operations/manual-operations';
import { manualOperations, type ManualOperation } from '~/payments/operations/available-operations';
import { formatDateTime } from '~/ui/content/time-format';
import { describeCapabilityLimit } from '~/ui/labels/operation-messages';
import type { Offer } from '../operations';
import { buildOperationCommand } from './curl';
import { createFormId, encodeSeen } from './read-form';

/** The paths below a transaction's, by what they create. */
const operationPaths = { capture: 'captures', void: 'voids', refund: 'refunds' } as const satisfies Record<
  ManualOperation,
  string
>;

/** The operation of a URL. One page serves all three. */
export function getOperation(request: Request): ManualOperation {
  const last = new URL(request.url).pathname
    .replace(/\.data$/, '')
    .split('/')
    .at(-1);
  return last === 'captures' ? 'capture' : last === 'voids' ? 'void' : 'refund';
}

/**
 * The three operations of a payment, each with its form's URL and a request for the full remaining amount. The external_id
 * stays the same until the payment changes, so running the command twice has only one effect.
 */
export function listOffers(
  { id, version, availability }: ManualOperationTarget,
  environment: Environment,
): Offer[] {
  return manualOperations.map((operation) => {
    const { remaining, unavailableReason } = availability(operation);
    const externalId = `${operation}-${id.slice(-8)}-${version}`;
    const curl = buildOperationCommand({
      api: config.addresses.api[environment],
      transactionId: id,
      operation,
      externalId,
      amount: remaining,
    });
    return {
      operation,
      path: `/transactions/${id}/${operationPaths[operation]}`,
      remaining,
      unavailableReason,
      curl,
    };
  });
}

export type OperationFormData = ReturnType<typeof buildFormData>;

/** A form with its own ID and the values that its reader sees. */
export function buildFormData(
  operation: ManualOperation,
  payment: ManualOperationTarget,
  environment: Environment,
) {
  const { id, currency, cardBrand, cardLastFour } = payment;
  const form = createFormId();
  const { remaining, unavailableReason } = payment.availability(operation);
  const curl = buildOperationCommand({
    api: config.addresses.api[environment],
    transactionId: id,
    operation,
    externalId: form,
    amount: remaining,
    reason: operation === 'capture' ? undefined : 'Your reason',
  });
  return {
    operation,
    path: `/transactions/${id}`,
    currency,
    cardBrand,
    cardLastFour,
    remaining,
    unavailableReason,
    limit: payment.capabilities && describeCapabilityLimit(operation, payment.capabilities),
    form,
    seen: encodeSeen(payment),
    curl,
  };
}

/** When a payment's hold expires, in the account's time zone. */
export function formatHoldExpiry({ captureBefore }: ManualOperationTarget, timeZone: string): string | null {
  return captureBefore && formatDateTime(captureBefore, timeZone);
}
