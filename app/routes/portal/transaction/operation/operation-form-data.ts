import type { Environment } from '~/platform/environment';
import { config } from '~/platform/config/config.server';
import type { ManualOperationTarget } from '~/payments/operations/manual-operations';
import { manualOperations, type ManualOperation } from '~/payments/operations/available-operations';
import { formatDateTime } from '~/ui/content/time-format';
import type { Offer } from '../operations';
import { buildCurlCommand } from './curl';
import { createFormId, encodeSeen } from './read-form';

/** The addresses below a transaction's, by what is created there. */
const operationPaths = { capture: 'captures', void: 'voids', refund: 'refunds' } as const satisfies Record<
  ManualOperation,
  string
>;

/** Which operation an address is for; the same page serves all three. */
export function getOperation(request: Request): ManualOperation {
  const last = new URL(request.url).pathname
    .replace(/\.data$/, '')
    .split('/')
    .at(-1);
  return last === 'captures' ? 'capture' : last === 'voids' ? 'void' : 'refund';
}

/** The three operations of a payment, each with the address of its form and a request that asks for all that is left. */
export function listOffers({ id, possibility }: ManualOperationTarget, environment: Environment): Offer[] {
  return manualOperations.map((operation) => {
    const { left, obstacle } = possibility(operation);
    const externalId = `${operation}-${id.slice(-8)}-1`;
    const curl = buildCurlCommand({
      api: config.addresses.api[environment],
      transactionId: id,
      operation,
      externalId,
      amount: left,
    });
    return { operation, path: `/transactions/${id}/${operationPaths[operation]}`, left, obstacle, curl };
  });
}

export type OperationFormData = ReturnType<typeof buildFormData>;

/** A form with a name of its own, and what its reader sees beside it. */
export function buildFormData(
  operation: ManualOperation,
  payment: ManualOperationTarget,
  environment: Environment,
) {
  const { id, currency, cardBrand, cardLastFour } = payment;
  const form = createFormId();
  const { left, obstacle } = payment.possibility(operation);
  const curl = buildCurlCommand({
    api: config.addresses.api[environment],
    transactionId: id,
    operation,
    externalId: form,
    amount: left,
    reason: operation === 'capture' ? undefined : 'Your reason',
  });
  return {
    operation,
    path: `/transactions/${id}`,
    currency,
    cardBrand,
    cardLastFour,
    left,
    obstacle,
    form,
    seen: encodeSeen(payment),
    curl,
  };
}

/** When the hold of a payment ends, as the account's people read it. */
export function formatHoldExpiry({ captureBefore }: ManualOperationTarget, timeZone: string): string | null {
  return captureBefore && formatDateTime(captureBefore, timeZone);
}
