import type { ManualOperation } from '~/payments/operations/available-operations';
import {
  maximumReasonLength,
  parseReason,
  type ReasonProblem,
} from '~/payments/operations/operation-reasons';
import { parseAmountInput } from '~/platform/money/amount-input';
import { formatAmount } from '~/platform/money/money';
import { textOf } from '~/routes/forms/form-body';
import { getAmountMessage } from '../amount-messages';

/** The form's fields in order. `form`: its external_id. `seen`: the version that was shown. */
const fields = ['amount', 'reason', 'form', 'seen', 'step'] as const;

export type OperationInput = Record<(typeof fields)[number], string>;

export function readOperationInput(form: FormData): OperationInput {
  return Object.fromEntries(fields.map((name) => [name, textOf(form, name)])) as OperationInput;
}

const externalIdForm = /^portal-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const largestVersion = 2 ** 31 - 1;

/** A new form's ID: the external_id of its operation. */
export function createFormId(): string {
  return `portal-${crypto.randomUUID()}`;
}

/** What the form's reader has seen: the payment's version and the time. */
export function encodeSeen({ version, seenAt }: { version: number; seenAt: Date }): string {
  return `${version}-${seenAt.getTime()}`;
}

/** @returns null when it isn't ours */
export function readHiddenFields({
  form,
  seen,
}: OperationInput): { externalId: string; seenVersion: number; seenAt: Date } | null {
  const [, version, moment] = /^(\d{1,10})-(\d{1,14})$/.exec(seen) ?? [];
  const read = { externalId: form, seenVersion: Number(version), seenAt: new Date(Number(moment)) };
  return externalIdForm.test(form) && version !== undefined && read.seenVersion <= largestVersion
    ? read
    : null;
}

/** The amount in minor units and the reason, or errors by field. Only with another error, an amount above `remaining` is one. */
export function parseOperation(
  input: OperationInput,
  { operation, currency, remaining }: { operation: ManualOperation; currency: string; remaining: number },
): { amount: number; reason: string | undefined } | { errors: Record<string, string[]> } {
  const amount = parseAmountInput(input.amount, currency);
  const reason = parseReason(input.reason, { required: operation !== 'capture' });
  if (typeof amount === 'number' && typeof reason === 'object') return { amount, ...reason };
  return {
    errors: {
      ...(typeof amount === 'string'
        ? { amount: [getAmountMessage(amount, currency)] }
        : amount > remaining && { amount: [describeMaximum(remaining, currency)] }),
      ...(typeof reason === 'string' && { reason: [reasonMessages[reason]] }),
    },
  };
}

export const describeMaximum = (remaining: number, currency: string): string =>
  `Enter at most ${formatAmount(remaining, currency)}`;

const reasonMessages: Record<ReasonProblem, string> = {
  missing: 'Enter a reason. It’s stored with the operation for your team',
  too_long: `Enter at most ${maximumReasonLength} characters`,
  control_character: 'Use a single line without invisible characters',
  card_number: 'Remove the card number. This text is stored',
};
