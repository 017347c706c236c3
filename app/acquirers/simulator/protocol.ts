import { z } from 'zod';
import { getMaximumAmount, maximumAmount } from '~/platform/money/currencies';
import { checkResults } from '../card-checks';
import { isDeclineCode, type DeclineCode } from '../decline-codes';
import { merchantReasons } from '../saved-card';

// The messages between the simulator process and its adapter, as JSON over HTTP.

export const moneyOperations = ['authorize', 'reverse', 'capture', 'void', 'refund'] as const;
export type MoneyOperation = (typeof moneyOperations)[number];

const reference = z.string().min(1).max(200);
const money = {
  amountMinor: z.int().min(1).max(maximumAmount),
  currency: z.string().regex(/^[A-Z]{3}$/),
};
const isWithinMaximum = ({ amountMinor, currency }: { amountMinor: number; currency: string }) =>
  amountMinor <= getMaximumAmount(currency);
const aboveMaximum = { path: ['amountMinor'], error: 'Too big for the currency' };
const declineCode = z.custom<DeclineCode>((code) => typeof code === 'string' && isDeclineCode(code));

const expiry = z.strictObject({ month: z.int().min(1).max(12), year: z.int() });
const card = z.strictObject({
  pan: z.string().regex(/^\d{12,19}$/),
  expiry,
  code: z
    .string()
    .regex(/^\d{3,4}$/)
    .optional(),
  name: z.string().optional(),
});

const authenticationResult = z.strictObject({
  status: z.enum(['authenticated', 'attempted', 'failed', 'unavailable']),
  flow: z.enum(['frictionless', 'challenge']).nullable(),
  version: z.string().max(20).nullable(),
  eci: z.string().max(2).nullable(),
  liabilityShift: z.boolean(),
});
const checkResult = z.enum(checkResults);
const checks = z.strictObject({
  address: checkResult.optional(),
  postalCode: checkResult.optional(),
  securityCode: checkResult.optional(),
});
const authenticationRequest = z.strictObject({
  returnUrl: z.url().max(2_048).optional(),
  requested: z.enum(['always', 'automatic', 'never']),
});
const networkTransactionId = z.string().regex(/^\d{15}$/);
const savedCardUse = z.strictObject({
  merchantReason: z.enum(merchantReasons).optional(),
  networkTransactionId: z.string().max(100).optional(),
});
export const authenticationSchema = z.strictObject({
  reference,
  result: z.enum(['authenticated', 'failed', 'unavailable']),
});

const authorization = { reference, ...money, capture: z.boolean() };
export const authorizeSchema = z
  .strictObject({
    ...authorization,
    card,
    authentication: authenticationRequest.optional(),
    savedCard: savedCardUse.optional(),
  })
  .refine(isWithinMaximum, aboveMaximum);
export const reverseSchema = z.strictObject(authorization).refine(isWithinMaximum, aboveMaximum);
export const verifySchema = z.strictObject({
  reference,
  card,
  authentication: authenticationRequest.optional(),
});

export const followUpSchema = z
  .strictObject({ reference, ...money, authorization: reference, payment: reference.nullable() })
  .refine(isWithinMaximum, aboveMaximum);
export const incidentSchema = z.strictObject({
  authorization: reference,
  incident: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('chargeback_opened'), amountMinor: money.amountMinor }),
    z.strictObject({ kind: z.enum(['chargeback_won', 'chargeback_lost', 'refund_failed']), reference }),
    z.strictObject({ kind: z.literal('delay'), ms: z.int().min(1).max(120_000) }),
  ]),
});
/** The entries of one request. */
export const maximumPastEntries = 100;
export const historySchema = z.strictObject({
  entries: z
    .array(
      z.strictObject({
        reference,
        kind: z.enum([
          'authorize',
          'capture',
          'void',
          'refund',
          'refund_failed',
          'chargeback_opened',
          'chargeback_won',
          'chargeback_lost',
          'chargeback_answered',
        ]),
        authorization: reference.optional(),
        ...money,
        captured: z.boolean().optional(),
        outcome: z.union([z.literal('approved'), declineCode]),
        at: z.iso.datetime(),
        behavior: z
          .enum([
            'chargeback_lost',
            'chargeback_won',
            'refund_failed',
            'settled',
            'capture_declined',
            'void_declined',
          ])
          .optional(),
        answer: z
          .strictObject({
            reference,
            text: z.string().max(20_000),
            files: z.array(z.strictObject({ name: z.string().max(300), sha256: z.string() })).max(10),
          })
          .optional(),
      }),
    )
    .max(maximumPastEntries),
});
export const historyReceiptSchema = z.object({ next: z.string() });
export const disputeOperations = ['answer_dispute', 'accept_dispute'] as const;
export type DisputeOperation = (typeof disputeOperations)[number];
const dispute = { reference, dispute: reference };
const evidence = z.strictObject({
  kind: z.enum(['receipt', 'delivery', 'correspondence', 'other']),
  name: z.string().max(300),
  contentType: z.string().max(100),
  bytes: z.base64(),
});
export const answerDisputeSchema = z.strictObject({
  ...dispute,
  text: z.string().max(20_000),
  files: z.array(evidence).max(10),
});
export const acceptDisputeSchema = z.strictObject(dispute);
export const receiptSchema = z.object({
  reference,
  receipt: z.object({ kind: z.enum(['acknowledged', 'refused', 'unknown']) }),
});
export const causedSchema = z.object({ caused: z.boolean() });
export const statementQuery = z.object({
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .nullable(),
  limit: z.coerce.number().int().min(1).max(1000),
});

const outcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('approved'),
    acquirerReference: z.string().min(1),
    settled: z.literal(true).optional(),
    authentication: authenticationResult.optional(),
    networkTransactionId: networkTransactionId.optional(),
    newExpiry: expiry.optional(),
    checks: checks.optional(),
  }),
  z.object({
    kind: z.literal('declined'),
    code: declineCode,
    acquirerCode: z.string().max(100).optional(),
    authentication: authenticationResult.optional(),
    checks: checks.optional(),
  }),
  z.object({
    kind: z.literal('action_required'),
    acquirerReference: z.string().min(1),
    url: z.url(),
  }),
  z.object({ kind: z.literal('unknown') }),
]);
export const answerSchema = z.object({ reference, outcome });
export const lookupSchema = z.object({
  reference,
  outcome: z.union([outcome, z.object({ kind: z.literal('not_found') })]),
});

const reported = { reference, authorization: reference, ...money };
const statementEntry = z.discriminatedUnion('kind', [
  z.object({
    ...reported,
    kind: z.enum(['authorize', 'authcap', 'capture', 'void', 'refund']),
    approved: z.boolean(),
  }),
  z.object({ ...reported, kind: z.literal('refund_failed'), code: declineCode }),
  z.object({
    ...reported,
    kind: z.literal('chargeback_opened'),
    reason: z.string(),
    dueBy: z.iso.datetime(),
  }),
  z.object({ ...reported, kind: z.enum(['chargeback_won', 'chargeback_lost']) }),
]);
export const statementSchema = z.object({ entries: z.array(statementEntry), next: z.string() });
