import { createRoute, z } from '@hono/zod-openapi';
import { checkResults } from '~/acquirers/card-checks';
import { merchantReasons } from '~/acquirers/saved-card';
import type { Environment } from '~/platform/environment';
import { captureOrVoid } from '~/payments/operations/capture-void';
import { disputeStages } from '~/payments/transactions/transaction-object';
import { operationStatuses, operationTypes, transactionStatuses } from '~/payments/transactions/states';
import {
  createTransaction,
  findNewestTransaction,
  findTransaction,
} from '~/payments/transactions/transactions';
import { toJson } from '~/platform/json';
import type { Api } from '~/api/api-env';
import { holdOperation, newTransaction, transactions } from '~/api/description/examples';
import {
  AmountSchema,
  ExternalIdSchema,
  ReasonSchema,
  TransactionIdSchema,
  enumOf,
  whenValid,
  createTextSchema,
} from '~/api/schemas/fields';
import { BrowserSchema, toBrowser } from '~/api/schemas/browser';
import {
  CardInputSchema,
  CardTokenInputSchema,
  ExpiredCardSchema,
  reportExpiryWithOtherFaults,
} from '~/api/schemas/card-input';
import { DeclineSchema } from '~/api/schemas/decline';
import { createRedirectUrlSchema } from '~/api/schemas/redirect-urls';
import { OrderSchema } from '~/api/schemas/order';
import { respondWithProblem } from '~/api/replies/problem';
import { replyWithResult, unknownTransactionMessage } from '~/api/replies/reply';
import { respond } from '~/api/replies/respond';
import {
  describeFailures,
  describeJsonBody,
  describeJsonReply,
  rateHeaders,
  acquirerCodes,
  bodyCodes,
  tokenCodes,
} from '~/api/description/route-description';

const createAmountSchema = (description: string, minimum = 0) =>
  z
    .int()
    .min(minimum)
    .openapi({ format: 'int64', description: `${description} Smallest currency unit.` });

/** Spec 2.1, with additive members. */
export const TransactionSchema = z
  .object({
    id: z.string().openapi({ description: 'The transaction ID: `trx_…`.' }),
    type: z.enum(['PAYMENT', 'REFUND', 'CHARGEBACK']).openapi({
      description: 'Money from a payer, money returned to a payer, or money the payer’s bank took back.',
    }),
    status: z
      .enum(transactionStatuses)
      .openapi({ description: 'The status. PENDING: the payer or the acquirer hasn’t responded yet.' }),
    order_id: z.string().optional().openapi({ description: 'Your order ID, if you sent one.' }),
    order_amount: createAmountSchema(
      'The order amount. For a refund, the refunded amount. For a chargeback, the disputed amount.',
    ),
    order_currency: z.string().openapi({ description: 'ISO 4217 code, three uppercase letters.' }),
    amount_authorized: createAmountSchema('The authorized amount. It doesn’t change when less is captured.'),
    amount_captured: createAmountSchema('The sum of all captures.'),
    amount_voided: createAmountSchema('The sum of all voids.'),
    amount_refunded: createAmountSchema('The sum of all refunds.'),
    amount_disputed: createAmountSchema(
      'For a PAYMENT: the amount locked by open chargebacks, which can’t be refunded.',
      1,
    ).optional(),
    amount_charged_back: createAmountSchema('For a PAYMENT: the amount lost to chargebacks.', 1).optional(),
    external_id: z.string().openapi({
      description:
        'Your identifier of the request that created it. We generate it for payments made with a payment link and for refunds made in the portal. For a CHARGEBACK, the acquirer’s reference.',
    }),
    parent_transaction_id: z
      .string()
      .optional()
      .openapi({ description: 'For a REFUND or CHARGEBACK: the payment’s ID.' }),
    intent_id: z
      .string()
      .optional()
      .openapi({ description: 'The payment intent, if paid on the hosted checkout.' }),
    card: z
      .object({
        brand: z.string().openapi({ description: 'Such as `visa`, `mastercard`, `american-express`.' }),
        last_four: z.string(),
        token: z.string().optional().openapi({ description: 'The card token, if paid with one.' }),
        checks: z
          .object({
            address: z
              .enum(checkResults)
              .optional()
              .openapi({ description: 'The first line of the billing address.' }),
            postal_code: z.enum(checkResults).optional().openapi({ description: 'The billing postal code.' }),
            security_code: z.enum(checkResults).optional().openapi({ description: 'The security code.' }),
          })
          .optional()
          .openapi({
            description:
              'Whether the payer’s data match the bank’s records (AVS and CVC). Contains only data that you or the payer sent. A payment can be approved even if a check fails. `unavailable`: the bank couldn’t check it. `unchecked`: the bank hasn’t checked it.',
          }),
        initiator: z
          .literal('merchant')
          .optional()
          .openapi({ description: 'Present if you charged the saved card without the payer.' }),
        reason: z
          .enum(merchantReasons)
          .optional()
          .openapi({ description: 'Why you charged it without the payer.' }),
      })
      .optional()
      .openapi({ description: 'The card details.' }),
    dispute: z
      .object({
        stage: z.enum(disputeStages).openapi({
          description:
            'The stage of the dispute: `needs_response`, `under_review` after you respond, `accepted` after you accept it, `won`, or `lost`.',
        }),
        reason: z.string().openapi({ description: 'The reason for the chargeback.' }),
        due_by: z.iso
          .datetime()
          .optional()
          .openapi({ description: 'The deadline for your response. Absent if the acquirer sets none.' }),
      })
      .optional()
      .openapi({ description: 'For a CHARGEBACK: the dispute.' }),
    decline: DeclineSchema.optional().openapi({ description: 'Why it was declined.' }),
    last_operation: z
      .object({
        id: z.string().openapi({ description: 'The operation ID: `op_…`.' }),
        type: z.enum(operationTypes).openapi({ description: 'The type of operation.' }),
        amount: createAmountSchema('The amount of the operation.'),
        status: z.enum(operationStatuses).openapi({
          description: 'The status. PENDING: the acquirer hasn’t responded yet. FAILED: it was declined.',
        }),
        decline: DeclineSchema.optional().openapi({ description: 'Why the operation was declined.' }),
      })
      .optional()
      .openapi({
        description:
          'The operation that last started or ended. A declined capture or void appears only here.',
      }),
    next_action: z
      .object({
        type: z.literal('redirect'),
        url: z.url().openapi({ description: 'Redirect the payer’s browser to this URL.' }),
        expires_at: z.iso.datetime().openapi({ description: 'The deadline for the payer to authenticate.' }),
      })
      .optional()
      .openapi({
        description:
          'While PENDING: the payer’s bank wants to authenticate the payer (3-D Secure) before it decides.',
      }),
    authentication: z
      .object({
        status: z.enum(['authenticated', 'attempted', 'failed', 'unavailable']).openapi({
          description: 'The result. `attempted`: the bank doesn’t take part, or didn’t respond.',
        }),
        flow: z
          .enum(['frictionless', 'challenge'])
          .optional()
          .openapi({ description: 'Whether the payer had to confirm.' }),
        version: z
          .string()
          .optional()
          .openapi({ description: 'The version of 3-D Secure.', example: '2.2.0' }),
        eci: z
          .string()
          .optional()
          .openapi({ description: 'The electronic commerce indicator.', example: '05' }),
        liability_shift: z.boolean().openapi({ description: 'Whether the bank is liable for fraud.' }),
      })
      .optional()
      .openapi({ description: 'The result of 3-D Secure, if the payment was authenticated.' }),
    capture_before: z.iso.datetime().optional().openapi({
      description:
        'When the hold expires if it isn’t captured or voided. Absent if nothing is on hold anymore.',
    }),
    settled_at: z.iso.datetime().optional().openapi({ description: 'When it was settled.' }),
    created_at: z.iso.datetime().openapi({ description: 'When it was created, in UTC with milliseconds.' }),
    updated_at: z.iso.datetime().openapi({ description: 'When it last changed.' }),
  })
  .openapi('Transaction', {
    description: 'A movement of funds. Empty members are omitted, and new members may be added.',
  });

const PaymentWithExpiredCardSchema = z.object({ card: ExpiredCardSchema });

const createNewTransactionSchema = (environment: Environment) =>
  z
    .strictObject({
      operation: enumOf(['authorize', 'authcap']).openapi({
        description: 'Whether to only authorize the amount or also capture it immediately.',
      }),
      external_id: ExternalIdSchema,
      order: OrderSchema,
      card: z
        .union([CardInputSchema, CardTokenInputSchema])
        .openapi({ description: 'The card data, or a card token.' }),
      return_url: createRedirectUrlSchema(environment).optional().openapi({
        example: newTransaction.authenticate_the_payer.return_url,
        description:
          'Where the payer returns after 3-D Secure. With it, the response can be PENDING with a `next_action`. Without it, a payment that needs authentication is declined with `authentication_required`. The same rules apply as for `redirect_urls`, and we add the same parameters, with an empty `intent_id`.',
      }),
      browser: BrowserSchema.optional().openapi({
        description:
          'The payer’s browser, for 3-D Secure. With more details, banks ask fewer payers to confirm. We pass them on and don’t store them.',
      }),
    })
    .refine(
      (payment) => !PaymentWithExpiredCardSchema.safeParse(payment).success,
      reportExpiryWithOtherFaults(['card', 'expiry']),
    )
    .superRefine(({ card, return_url, browser }, context) => {
      if (!('token' in card) || card.initiator !== 'merchant') return;
      for (const [name, value] of Object.entries({ return_url, browser }))
        if (value !== undefined)
          context.addIssue({
            code: 'custom',
            path: [name],
            message: 'isn’t allowed if initiator is merchant, because the payer isn’t present',
            params: { code: 'unknown_field' },
          });
    }, whenValid('card'))
    .openapi('NewTransaction');

const HoldOperationSchema = z
  .strictObject({
    external_id: ExternalIdSchema,
    operation: enumOf(['capture', 'void']).openapi({ description: 'Whether to capture or void.' }),
    amount: AmountSchema.optional().openapi({
      description: 'Smallest currency unit. If absent, the full remaining amount.',
    }),
    reason: ReasonSchema,
  })
  .openapi('HoldOperation');

/** Spec 4.7 leaves the parameter's name open. Ours is `type` (decisions: Formats). */
const TransactionQuerySchema = z.strictObject({
  type: enumOf(['external_id', 'order_id']).openapi({
    description: 'The type of ID in `id`.',
    example: 'order_id',
  }),
  id: createTextSchema(255)
    .min(1, 'must not be empty')
    .openapi({ description: 'The value to search for.', example: 'order-1001' }),
});

const TransactionIdParams = z.object({ trx_id: TransactionIdSchema });

const pickExamples = (...names: (keyof typeof transactions)[]) =>
  Object.fromEntries(names.map((name) => [name, transactions[name]]));

export function addTransactionRoutes(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/transactions',
      operationId: 'createTransaction',
      tags: ['Transactions'],
      summary: 'Create a payment',
      description:
        'Authorizes a card, with or without immediate capture. In the live environment, only PCI DSS certified merchants can send card numbers. Every merchant can use card tokens. A payment with `return_url` can stay PENDING until the payer has authenticated at `next_action.url`. A declined card isn’t an error: the response is 200 with status DECLINED and the reason in `decline`.',
      request: { body: describeJsonBody(createNewTransactionSchema(environment), newTransaction) },
      responses: {
        200: describeJsonReply(
          TransactionSchema,
          'The transaction, even if it was declined',
          pickExamples(
            'authorized',
            'captured',
            'declined',
            'paid_with_a_card_token',
            'authentication_required',
          ),
          ['Idempotent-Replayed', ...rateHeaders],
        ),
        ...describeFailures(
          ...tokenCodes,
          ...bodyCodes,
          ...acquirerCodes,
          'pci_certification_required',
          'test_card_required',
          'test_card_refused',
        ),
      },
    }),
    async (c) => {
      const { external_id, return_url, browser, card, ...payment } = c.req.valid('json');
      return replyWithResult(
        c,
        await createTransaction(c.get('actor'), {
          ...payment,
          card: 'token' in card ? { token: card.token, merchantReason: card.reason } : card,
          externalId: external_id,
          returnUrl: return_url,
          ...(browser && { browser: toBrowser(browser) }),
        }),
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/transaction',
      operationId: 'findTransaction',
      tags: ['Transactions'],
      summary: 'Find a transaction by external_id or order_id',
      description:
        'Returns the newest payment of an order, or the newest transaction with an `external_id`. `X-Total-Matches` gives the number of matches. A payment and a refund can share an `external_id`. Find chargebacks by the acquirer’s reference. The `external_id` of a capture or void isn’t searchable.',
      request: { query: TransactionQuerySchema },
      responses: {
        200: describeJsonReply(TransactionSchema, 'The newest transaction', pickExamples('captured'), [
          'X-Total-Matches',
          ...rateHeaders,
        ]),
        ...describeFailures(...tokenCodes, 'not_found'),
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
        : respondWithProblem(c, 'not_found', {
            detail:
              type === 'order_id' ? 'No payment has this order_id.' : 'No transaction has this external_id.',
          });
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/transactions/{trx_id}',
      operationId: 'retrieveTransaction',
      tags: ['Transactions'],
      summary: 'Retrieve a transaction',
      description: 'Retrieves a payment, refund, or chargeback.',
      request: { params: TransactionIdParams },
      responses: {
        200: describeJsonReply(
          TransactionSchema,
          'The transaction',
          pickExamples(
            'authorized',
            'captured',
            'declined',
            'pending',
            'capture_declined',
            'disputed',
            'refund',
            'chargeback',
          ),
          rateHeaders,
        ),
        ...describeFailures(...tokenCodes, 'not_found'),
      },
    }),
    async (c) => {
      const { accountId, environment } = c.get('actor');
      const transaction = await findTransaction({ accountId, environment, id: c.req.valid('param').trx_id });
      return transaction
        ? respond(c, 200, toJson(transaction))
        : respondWithProblem(c, 'not_found', { detail: unknownTransactionMessage });
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/transactions/{trx_id}',
      operationId: 'operateOnTransaction',
      tags: ['Transactions'],
      summary: 'Capture or void a payment',
      description:
        'Captures or releases all or part of an authorized amount. You can capture several times, up to the authorized amount. A void releases the uncaptured amount, even after a partial capture. When the hold expires, the remaining amount is released. Some acquirers allow only one capture, which releases the rest, or only full voids. If the bank declines the operation, the response is 402 `operation_declined` and the payment is unchanged.',
      request: { params: TransactionIdParams, body: describeJsonBody(HoldOperationSchema, holdOperation) },
      responses: {
        200: describeJsonReply(
          TransactionSchema,
          'The transaction after the operation',
          pickExamples('captured', 'partially_captured', 'voided'),
          ['Idempotent-Replayed', ...rateHeaders],
        ),
        ...describeFailures(
          ...tokenCodes,
          ...bodyCodes,
          ...acquirerCodes,
          'operation_declined',
          'not_found',
          'invalid_state',
          'amount_exceeds_remaining',
          'partial_void_not_supported',
        ),
      },
    }),
    async (c) => {
      const { external_id, ...request } = c.req.valid('json');
      const transactionId = c.req.valid('param').trx_id;
      return replyWithResult(
        c,
        await captureOrVoid(c.get('actor'), { ...request, externalId: external_id, transactionId }),
      );
    },
  );
}
