import { createRoute, z } from '@hono/zod-openapi';
import { Secret } from '~/platform/secret';
import { operateOnHold } from '~/payments/holds';
import { hasExpired, parseCardNumber, parseExpiry } from '~/payments/cards';
import { disputeStages } from '~/payments/transaction-object';
import { transactionStatuses } from '~/payments/states';
import { createTransaction, findNewestTransaction, findTransaction } from '~/payments/transactions';
import { toJson } from '~/platform/json';
import type { Api } from './api-env';
import { holdOperation, newTransaction, transactions } from './examples';
import { Amount, ExternalId, Reason, TransactionId, oneOf, text } from './fields';
import { Order } from './order';
import { problem } from './problem';
import { answer, unknownTransaction } from './reply';
import { respond } from './respond';
import { failures, jsonBody, jsonReply, rateHeaders, withAcquirer, withBody, withToken } from './route-parts';
import { besideKeptCard } from './unknown-field';

const minorUnits = (description: string) =>
  z
    .int()
    .min(0)
    .openapi({ description: `${description} Smallest currency unit.` });

/** Spec 2.1, with additive members. */
export const Transaction = z
  .strictObject({
    id: z.string().openapi({ description: 'Ours: `trx_…`.' }),
    type: z
      .enum(['PAYMENT', 'REFUND', 'CHARGEBACK'])
      .openapi({ description: 'Money from a payer, money given back, or money a payer’s bank took back.' }),
    status: z
      .enum(transactionStatuses)
      .openapi({ description: 'Where it stands. PENDING: the acquirer’s answer is not known yet.' }),
    order_id: z.string().optional().openapi({ description: 'Your order’s id, when you gave one.' }),
    order_amount: minorUnits(
      'The order’s amount; of a refund, what is refunded; of a chargeback, what the payer disputes.',
    ),
    order_currency: z.string().openapi({ description: 'ISO 4217, three capital letters.' }),
    amount_authorized: minorUnits('What the bank holds or held for you; stays when less is captured.'),
    amount_captured: minorUnits('The sum of all captures.'),
    amount_voided: minorUnits('What was released by voids.'),
    amount_refunded: minorUnits('What was given back.'),
    amount_disputed: z.int().min(1).optional().openapi({
      description:
        'Of a PAYMENT: what open chargebacks lock, so that it cannot be refunded. Smallest currency unit.',
    }),
    amount_charged_back: z.int().min(1).optional().openapi({
      description: 'Of a PAYMENT: what was lost to chargebacks for good. Smallest currency unit.',
    }),
    external_id: z.string().openapi({
      description: 'Your identifier of the request that made it; of a CHARGEBACK, the acquirer’s reference.',
    }),
    parent_transaction_id: z
      .string()
      .optional()
      .openapi({ description: 'Of a REFUND or CHARGEBACK: the payment.' }),
    intent_id: z
      .string()
      .optional()
      .openapi({ description: 'The payment intent, when it was paid on the hosted checkout.' }),
    card: z
      .strictObject({
        brand: z.string().openapi({ description: 'Such as `visa`, `mastercard`, `american-express`.' }),
        last_four: z.string(),
        token: z
          .string()
          .optional()
          .openapi({ description: 'The card token it was paid with, when it was.' }),
      })
      .optional()
      .openapi({ description: 'All that is told of the card.' }),
    dispute: z
      .strictObject({
        stage: z.enum(disputeStages).openapi({
          description:
            'Whether it waits for your answer, you have answered it (`under_review`) or given it up (`accepted`), or how it ended for you.',
        }),
        reason: z.string().openapi({ description: 'Why the payer’s bank took the money back.' }),
        due_by: z.iso
          .datetime()
          .optional()
          .openapi({ description: 'The deadline for your answer. Absent when the acquirer names none.' }),
      })
      .optional()
      .openapi({ description: 'Of a CHARGEBACK: how the dispute stands.' }),
    decline: z
      .strictObject({
        code: z
          .string()
          .openapi({ description: 'Such as `insufficient_funds`; see the guide on test cards for all.' }),
        message: z.string(),
      })
      .optional()
      .openapi({ description: 'Why it was declined.' }),
    capture_before: z.iso
      .datetime()
      .optional()
      .openapi({ description: 'When the hold ends, unless it is captured or voided before.' }),
    settled_at: z.iso.datetime().optional().openapi({ description: 'When it was settled.' }),
    created_at: z.iso.datetime().openapi({ description: 'UTC, with milliseconds.' }),
    updated_at: z.iso.datetime().openapi({ description: 'When it last changed.' }),
  })
  .openapi('Transaction', {
    description:
      'The record of one movement of funds. Members that say nothing are left out; new ones may be added.',
  });

const invalid = (message: string, code: string) => ({ error: message, params: { code } });

/** Spec 2.4. The number and the code leave this schema as secrets that print themselves nowhere. */
const CardInput = z
  .strictObject({
    pan: z
      .string()
      .refine((pan) => parseCardNumber(pan) !== null, invalid('is not a card number', 'invalid_card_number'))
      .transform((pan) => new Secret(parseCardNumber(pan) ?? ''))
      .openapi({
        type: 'string',
        writeOnly: true,
        description:
          'The card number: 12 to 19 digits with a right check digit; spaces and dashes may stand between.',
        example: '4242424242424242',
      }),
    code: z
      .string()
      .regex(/^\d{3,4}$/, 'must be 3 or 4 digits')
      .transform((code) => new Secret(code))
      .optional()
      .openapi({
        type: 'string',
        writeOnly: true,
        description: 'The security code: 3 or 4 digits. Never stored.',
        example: '123',
      }),
    expiry: z
      .string()
      .transform((expiry, context) => {
        const parsed = parseExpiry(expiry);
        if (!parsed)
          context.addIssue({
            code: 'custom',
            message: 'must be a date such as 12/30, 12/2030 or 2030-12',
            params: { code: 'invalid_expiry' },
          });
        else if (hasExpired(parsed))
          context.addIssue({ code: 'custom', message: 'lies in the past', params: { code: 'card_expired' } });
        return parsed ?? { month: 0, year: 0 };
      })
      .openapi({
        type: 'string',
        description: 'MM/YY, MM/YYYY, MMYY, MMYYYY or YYYY-MM; valid through the month’s last day.',
        example: '12/30',
      }),
    name: text(100).optional().openapi({ description: 'The name on the card.', example: 'Ada Example' }),
  })
  .openapi('Card');

const longestToken = 64;

/** A card that was kept on the hosted page. What is no token at all is answered like one that is unknown. */
const CardTokenInput = z
  .strictObject(
    {
      token: z.string().max(longestToken, `must be at most ${longestToken} characters`).openapi({
        description: 'A card token of your account and this environment: `tok_…`.',
        example: newTransaction.pay_with_a_card_token.card.token,
      }),
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? besideKeptCard : undefined) },
  )
  .openapi('CardTokenInput');

const NewTransaction = z
  .strictObject({
    operation: oneOf(['authorize', 'authcap']).openapi({
      description: 'Hold the amount, or hold and capture it at once.',
    }),
    external_id: ExternalId,
    order: Order,
    card: z
      .union([CardInput, CardTokenInput])
      .openapi({ description: 'The card as the payer gave it, or a card token.' }),
  })
  .openapi('NewTransaction');

const HoldOperation = z
  .strictObject({
    external_id: ExternalId,
    operation: oneOf(['capture', 'void']).openapi({ description: 'Take held money, or release it.' }),
    amount: Amount.optional().openapi({ description: 'Smallest currency unit. Absent: all that remains.' }),
    reason: Reason,
  })
  .openapi('HoldOperation');

/** Spec 4.7 leaves the indicator's name open; ours is `type` (decisions: Formats). */
const TransactionQuery = z.strictObject({
  type: oneOf(['external_id', 'order_id']).openapi({ description: 'What `id` is.', example: 'order_id' }),
  id: text(255)
    .min(1, 'must not be empty')
    .openapi({ description: 'The value to look for.', example: 'order-1001' }),
});

const ByTransactionId = z.object({ trx_id: TransactionId });

const pick = (...names: (keyof typeof transactions)[]) =>
  Object.fromEntries(names.map((name) => [name, transactions[name]]));

export function addTransactions(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/transactions',
      operationId: 'createTransaction',
      tags: ['Transactions'],
      summary: 'Pay with raw card data, or with a card token',
      description:
        'Authorizes a card, with or without immediate capture. In the live environment only merchants that are PCI DSS certified may send card numbers; card tokens are for everybody. A declined card is an answer, not an error: 200 with status DECLINED and the reason in `decline`.',
      request: { body: jsonBody(NewTransaction, newTransaction) },
      responses: {
        200: jsonReply(
          Transaction,
          'The transaction; a declined one too',
          pick('authorized', 'captured', 'declined', 'paid_with_a_card_token'),
          ['Idempotent-Replayed', ...rateHeaders],
        ),
        ...failures(
          ...withToken,
          ...withBody,
          ...withAcquirer,
          'pci_certification_required',
          'test_card_required',
          'test_card_refused',
        ),
      },
    }),
    async (c) => {
      const { operation, external_id, order, card } = c.req.valid('json');
      return answer(
        c,
        await createTransaction(c.get('actor'), { operation, externalId: external_id, order, card }),
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/transaction',
      operationId: 'findTransaction',
      tags: ['Transactions'],
      summary: 'Find a transaction by your own external_id or order_id',
      description:
        'Of several that match, such as several payments of one order, the newest; `X-Total-Matches` says how many there are. A payment and a refund may share an `external_id`. Chargebacks are found by the acquirer’s reference; the `external_id` of a capture or a void finds nothing.',
      request: { query: TransactionQuery },
      responses: {
        200: jsonReply(Transaction, 'The newest that matches', pick('captured'), [
          'X-Total-Matches',
          ...rateHeaders,
        ]),
        ...failures(...withToken, 'invalid_query', 'not_found'),
      },
    }),
    async (c) => {
      const { accountId, environment } = c.get('actor');
      const { type, id } = c.req.valid('query');
      const found = await findNewestTransaction(
        { accountId, environment },
        type === 'order_id' ? { orderId: id } : { externalId: id },
      );
      return found
        ? respond(c, 200, toJson(found.transaction), { 'X-Total-Matches': String(found.matches) })
        : problem(c, 'not_found');
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/transactions/{trx_id}',
      operationId: 'retrieveTransaction',
      tags: ['Transactions'],
      summary: 'Retrieve a transaction',
      description:
        'Payments, refunds and chargebacks alike. A payment that is or was disputed says so in `amount_disputed` or `amount_charged_back`.',
      request: { params: ByTransactionId },
      responses: {
        200: jsonReply(
          Transaction,
          'The transaction',
          pick('authorized', 'captured', 'declined', 'pending', 'disputed', 'refund', 'chargeback'),
          rateHeaders,
        ),
        ...failures(...withToken, 'not_found'),
      },
    }),
    async (c) => {
      const { accountId, environment } = c.get('actor');
      const transaction = await findTransaction({ accountId, environment, id: c.req.valid('param').trx_id });
      return transaction
        ? respond(c, 200, toJson(transaction))
        : problem(c, 'not_found', { detail: unknownTransaction });
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/transactions/{trx_id}',
      operationId: 'operateOnTransaction',
      tags: ['Transactions'],
      summary: 'Capture or void an authorization, wholly or in part',
      description:
        'Takes money that is held, or releases it. Captures add up to the authorized amount; a void releases what was not captured, also after a partial capture. What is neither captured nor voided is released when the hold ends.',
      request: { params: ByTransactionId, body: jsonBody(HoldOperation, holdOperation) },
      responses: {
        200: jsonReply(
          Transaction,
          'The transaction after the operation',
          pick('captured', 'partially_captured', 'voided'),
          ['Idempotent-Replayed', ...rateHeaders],
        ),
        ...failures(
          ...withToken,
          ...withBody,
          ...withAcquirer,
          'not_found',
          'invalid_state',
          'amount_exceeds_remaining',
        ),
      },
    }),
    async (c) => {
      const { external_id, ...request } = c.req.valid('json');
      const transactionId = c.req.valid('param').trx_id;
      return answer(
        c,
        await operateOnHold(c.get('actor'), { ...request, externalId: external_id, transactionId }),
      );
    },
  );
}
