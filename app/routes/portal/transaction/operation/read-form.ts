import type { ManualOperation } from '~/payments/operations/available-operations';
import {
  maximumReasonLength,
  parseReason,
  type ReasonProblem,
} from '~/payments/operations/operation-reasons';
import { parseAmountInput } from '~/platform/money/amount-input';
import { textOf } from '~/routes/forms/form-body';
import { getAmountMessage } from '../amount-messages';

/** The fields of the form, in its order; `form` is the external_id it was drawn with, `seen` what stood beside it. */
const fields = ['amount', 'reason', 'form', 'seen', 'step'] as const;

export type OperationInput = Record<(typeof fields)[number], string>;

export function readOperationInput(form: FormData): OperationInput {
  return Object.fromEntries(fields.map((name) => [name, textOf(form, name)])) as OperationInput;
}

const externalIdForm = /^portal-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const largestVersion = 2 ** 31 - 1;

/** The name of a form that is about to be drawn: the external_id of what it will ask for. */
export function createFormId(): string {
  return `portal-${crypto.randomUUID()}`;
}

/** What a form says its reader has seen: the payment's version, and when. */
export function encodeSeen({ version, seenAt }: { version: number; seenAt: Date }): string {
  return `${version}-${seenAt.getTime()}`;
}

/** @returns null when somebody else wrote it */
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

/** Amount in minor units and reason as asked for, or what is wrong with them by field. */
export function parseOperation(
  input: OperationInput,
  { operation, currency }: { operation: ManualOperation; currency: string },
): { amount: number; reason: string | undefined } | { errors: Record<string, string[]> } {
  const amount = parseAmountInput(input.amount, currency);
  const reason = parseReason(input.reason, { required: operation !== 'capture' });
  if (typeof amount === 'number' && typeof reason === 'object') return { amount, ...reason };
  return {
    errors: {
      ...(typeof amount === 'string' && { amount: [getAmountMessage(amount, currency)] }),
      ...(typeof reason === 'string' && { reason: [reasonMessages[reason]] }),
    },
  };
}

const reasonMessages: Record<ReasonProblem, string> = {
  missing: 'Enter a reason. It’s stored with the operation for your team',
  too_long: `Enter at most ${maximumReasonLength} characters`,
  control_character: 'Use a single line without invisible characters',
  card_number: 'Remove the card number. This text is stored',
};
