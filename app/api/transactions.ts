import { createRoute, z } from '@hono/zod-openapi';
import { Secret } from '~/platform/secret';
import { operateOnHold } from '~/payments/holds';
import { hasExpired, parseCardNumber, parseExpiry } from '~/payments/cards';
import { disputeStages } from '~/payments/transaction-object';
import { transactionStatuses } from '~/payments/states';
import { createTransaction, findNewestTransaction, findTransaction } from '~/payments/transactions';
import type { Api } from './api-env';
import { Amount, ExternalId, Reason, TransactionId, text } from './fields';
import { Order } from './order';
import { problem } from './problem';
import { answer } from './reply';
import { requirePciCertification } from './require-token';
import { failures, jsonBody, jsonReply } from './route-parts';

/** Spec 2.1, with additive members. */
export const Transaction = z
  .strictObject({
    id: z.string(),
    type: z.enum(['PAYMENT', 'REFUND', 'CHARGEBACK']),
    status: z.enum(transactionStatuses),
    order_id: z.string().optional(),
    order_amount: z.int(),
    order_currency: z.string(),
    amount_authorized: z.int(),
    amount_captured: z.int(),
    amount_voided: z.int(),
    amount_refunded: z.int(),
    external_id: z.string(),
    parent_transaction_id: z.string().optional(),
    intent_id: z.string().optional(),
    card: z.strictObject({ brand: z.string(), last_four: z.string() }).optional(),
    dispute: z.strictObject({ stage: z.enum(disputeStages), reason: z.string(), due_by: z.iso.datetime() }).optional(),
    decline: z.strictObject({ code: z.string(), message: z.string() }).optional(),
    capture_before: z.iso.datetime().optional(),
    settled_at: z.iso.datetime().optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .openapi('Transaction');

const invalid = (message: string, code: string) => ({ error: message, params: { code } });

/** Spec 2.4. The number and the code leave this schema as secrets that print themselves nowhere. */
export const CardInput = z
  .strictObject({
    pan: z
      .string()
      .refine((pan) => parseCardNumber(pan) !== null, invalid('is not a card number', 'invalid_card_number'))
      .transform((pan) => new Secret(parseCardNumber(pan) ?? ''))
      .openapi({ type: 'string', example: '4242424242424242' }),
    code: z
      .string()
      .regex(/^\d{3,4}$/, 'must be 3 or 4 digits')
      .transform((code) => new Secret(code))
      .optional()
      .openapi({ type: 'string', example: '123' }),
    expiry: z
      .string()
      .transform((expiry, context) => {
        const parsed = parseExpiry(expiry);
        if (!parsed) context.addIssue({ code: 'custom', message: 'must be a date such as 12/30, 12/2030 or 2030-12', params: { code: 'invalid_expiry' } });
        else if (hasExpired(parsed)) context.addIssue({ code: 'custom', message: 'lies in the past', params: { code: 'card_expired' } });
        return parsed ?? { month: 0, year: 0 };
      })
      .openapi({ type: 'string', example: '12/30' }),
    name: text(100).optional(),
  })
  .openapi('Card');

const NewTransaction = z.strictObject({ operation: z.enum(['authorize', 'authcap']), external_id: ExternalId, order: Order, card: CardInput }).openapi('NewTransaction');

const HoldOperation = z
  .strictObject({ external_id: ExternalId, operation: z.enum(['capture', 'void']), amount: Amount.optional(), reason: Reason })
  .openapi('HoldOperation');

/** Spec 4.7 leaves the indicator's name open; ours is `type` (decisions: Formats). */
const TransactionQuery = z.strictObject({
  type: z.enum(['external_id', 'order_id']).openapi({ description: 'What id is.' }),
  id: text(255).min(1, 'must not be empty').openapi({ example: 'order-1001' }),
});

const totalMatches = z.object({ 'X-Total-Matches': z.string().openapi({ description: 'How many transactions match.' }) });

const ByTransactionId = z.object({ trx_id: TransactionId });

export function addTransactions(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/transactions',
      operationId: 'createTransaction',
      summary: 'Pay with raw card data',
      middleware: requirePciCertification,
      request: { body: jsonBody(NewTransaction) },
      responses: { 200: jsonReply(Transaction, 'The transaction; a declined one too'), ...failures },
    }),
    async (c) => {
      const { operation, external_id, order, card } = c.req.valid('json');
      return answer(c, await createTransaction(c.get('actor'), { operation, externalId: external_id, order, card })) as never;
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/transaction',
      operationId: 'findTransaction',
      summary: 'Find a transaction by your own external_id or order_id',
      request: { query: TransactionQuery },
      responses: { 200: { ...jsonReply(Transaction, 'The newest that matches'), headers: totalMatches }, ...failures },
    }),
    async (c) => {
      const { accountId, environment } = c.get('actor');
      const { type, id } = c.req.valid('query');
      const found = await findNewestTransaction({ accountId, environment }, type === 'order_id' ? { orderId: id } : { externalId: id });
      return (found ? c.json(found.transaction, 200, { 'X-Total-Matches': String(found.matches) }) : problem(c, 'not_found')) as never;
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/transactions/{trx_id}',
      operationId: 'retrieveTransaction',
      summary: 'Retrieve a transaction',
      request: { params: ByTransactionId },
      responses: { 200: jsonReply(Transaction, 'The transaction'), ...failures },
    }),
    async (c) => {
      const { accountId, environment } = c.get('actor');
      const transaction = await findTransaction({ accountId, environment, id: c.req.valid('param').trx_id });
      return (transaction ? c.json(transaction) : problem(c, 'not_found')) as never;
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/transactions/{trx_id}',
      operationId: 'operateOnTransaction',
      summary: 'Capture or void an authorization, wholly or in part',
      request: { params: ByTransactionId, body: jsonBody(HoldOperation) },
      responses: { 200: jsonReply(Transaction, 'The transaction after the operation'), ...failures },
    }),
    async (c) => {
      const { external_id, ...request } = c.req.valid('json');
      const transactionId = c.req.valid('param').trx_id;
      return answer(c, await operateOnHold(c.get('actor'), { ...request, externalId: external_id, transactionId })) as never;
    },
  );
}
