import { createRoute, z } from '@hono/zod-openapi';
import { billingDetailsModes } from '~/merchants/accounts/settings';
import { cancelPaymentIntent } from '~/payments/checkout/intent-cancellation';
import {
  createPaymentIntent,
  findCheckoutIntent,
  paymentIntentStatuses,
  toPaymentIntentObject,
  type PaymentIntentStatus,
} from '~/payments/checkout/payment-intents';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { toJson } from '~/platform/json';
import type { Api } from '~/api/api-env';
import { CustomerIdSchema, enumOf, ExternalIdSchema } from '~/api/schemas/fields';
import { OrderSchema } from '~/api/schemas/order';
import { paymentIntent, paymentIntentStates } from '~/api/description/examples';
import { createIntentSchema } from '~/api/schemas/intent-reply';
import { createRedirectUrlsSchema } from '~/api/schemas/redirect-urls';
import { respondWithProblem } from '~/api/replies/problem';
import { replyWithResult } from '~/api/replies/reply';
import { respond } from '~/api/replies/respond';
import {
  describeFailures,
  describeJsonBody,
  describeJsonReply,
  rateHeaders,
  bodyCodes,
  tokenCodes,
} from '~/api/description/route-description';

/** Spec 2.5. */
function createPaymentIntentSchema(environment: Environment) {
  return z
    .strictObject({
      external_id: ExternalIdSchema,
      redirect_urls: createRedirectUrlsSchema(environment, {
        name: 'RedirectUrls',
        success: 'after the payment',
        failure: 'otherwise',
      }),
      order: OrderSchema,
      customer_id: CustomerIdSchema.optional().openapi({
        description:
          'Your own ID of the customer. The checkout offers the cards that were saved for it with a card intent, and the customer can remove them. Send it only for customers who are logged in to your site, because everyone with the checkout’s URL sees the brand, last four digits, and expiration date of these cards.',
      }),
      operation: enumOf(['authorize', 'authcap']).optional().openapi({
        description:
          'Whether to only authorize the amount or also capture it immediately. Defaults to the account’s setting, which is initially `authcap`.',
      }),
      billing_details: enumOf(billingDetailsModes).optional().openapi({
        description:
          'The billing details that the checkout asks for. `minimal`: country and postal code. `full`: the full address. The form is prefilled with `order.card_holder`. Defaults to the account’s setting, which is initially `minimal`.',
      }),
      billing_details_required: z.boolean('must be true or false').optional().openapi({
        description:
          'Whether the payer must enter the billing details. Defaults to the account’s setting, which is initially `false`.',
      }),
      email_required: z.boolean('must be true or false').optional().openapi({
        description:
          'Whether the payer has to enter an email address if the order has none. Defaults to `false`.',
      }),
    })
    .openapi('NewPaymentIntent');
}

const PaymentIntentSchema = createIntentSchema('PaymentIntent', {
  used: 'paid',
  example: paymentIntent.reply,
});

const PaymentIntentStateSchema = z
  .object({
    intent_id: z.string(),
    reference_id: z.string().openapi({
      description: 'Your `external_id`, or an ID that we generate if a payment link created the intent.',
    }),
    customer_id: CustomerIdSchema.optional(),
    status: z.enum(paymentIntentStatuses).openapi({
      description:
        '`open`: the payer can pay. `paying`: a payment is in progress. `failed`: five attempts were declined. `cancelled`: you or the payer canceled. `expired`: nobody paid by `expires_at`, or the payment link reached its `maximum_payments`. `paid`, `failed`, `cancelled`, and `expired` are final.',
    }),
    expires_at: z.iso.datetime().openapi({ description: 'When an open intent expires, UTC.' }),
    operation: z
      .enum(['authorize', 'authcap'])
      .openapi({ description: 'Whether a payment is only authorized or also captured immediately.' }),
    order_id: z.string().optional().openapi({ description: 'Your order ID, if you sent one.' }),
    order_amount: z
      .int()
      .min(1)
      .openapi({ format: 'int64', description: 'The order amount. Smallest currency unit.' }),
    order_currency: z.string().openapi({ description: 'ISO 4217 code, three uppercase letters.' }),
    payment_link_id: z
      .string()
      .optional()
      .openapi({ description: 'The ID of the payment link that created the intent, if any.' }),
    transaction_id: z.string().optional().openapi({
      description:
        'The last payment attempt: the payment if `status` is `paid`. Otherwise, it may have been declined.',
    }),
  })
  .openapi('PaymentIntentState');

/** Canceling needs no external_id, because canceling twice has the same effect as once. */
const CancellationSchema = z
  .strictObject({})
  .openapi('PaymentIntentCancellation', { description: 'An empty object, or no body at all.' });

const PaymentIntentIdParams = z.object({
  intent_id: z.string().openapi({
    param: { name: 'intent_id', in: 'path', description: 'The payment intent ID: `int_…`.' },
    example: paymentIntent.reply.intent_id,
  }),
});

const unknownIntentMessage = 'No payment intent has this ID.';

export function addPaymentIntentRoutes(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/payment',
      operationId: 'createPaymentIntent',
      tags: ['Intents'],
      summary: 'Create a payment intent',
      description: `Creates a payment intent. Redirect the payer’s browser to \`${config.addresses.checkout[environment]}?client_id=<client_id>&intent_id=<intent_id>\`. Card data never touches your servers.`,
      request: {
        body: describeJsonBody(createPaymentIntentSchema(environment), { payment: paymentIntent.request }),
      },
      responses: {
        200: describeJsonReply(
          PaymentIntentSchema,
          'The intent. Redirect the payer to the checkout with its ID',
          { intent: paymentIntent.reply },
          ['Idempotent-Replayed', ...rateHeaders],
        ),
        ...describeFailures(...tokenCodes, ...bodyCodes, 'external_id_conflict'),
      },
    }),
    async (c) => {
      const { external_id, redirect_urls, order, customer_id, operation, ...billing } = c.req.valid('json');
      return replyWithResult(
        c,
        await createPaymentIntent(c.get('actor'), {
          externalId: external_id,
          redirectUrls: redirect_urls,
          order,
          customerId: customer_id,
          operation,
          billingDetails: billing.billing_details,
          billingRequired: billing.billing_details_required,
          emailRequired: billing.email_required,
        }),
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/intents/payment/{intent_id}',
      operationId: 'retrievePaymentIntent',
      tags: ['Intents'],
      summary: 'Retrieve a payment intent',
      description:
        'Returns whether the payer can still pay, and the transaction of the last attempt. Retrieve that transaction to confirm a payment.',
      request: { params: PaymentIntentIdParams },
      responses: {
        200: describeJsonReply(
          PaymentIntentStateSchema,
          'The payment intent',
          paymentIntentStates,
          rateHeaders,
        ),
        ...describeFailures(...tokenCodes, 'not_found'),
      },
    }),
    async (c) => {
      const { accountId } = c.get('actor');
      const { intent_id: intentId } = c.req.valid('param');
      const intent = await findCheckoutIntent({ accountId, environment, intentId });
      return intent
        ? respond(c, 200, toJson(toPaymentIntentObject(intent)))
        : respondWithProblem(c, 'not_found', { detail: unknownIntentMessage });
    },
  );

  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/payment/{intent_id}/cancel',
      operationId: 'cancelPaymentIntent',
      tags: ['Intents'],
      summary: 'Cancel a payment intent',
      description:
        'Ends an open payment intent, so that the payer can no longer pay. The checkout then shows that the payment was canceled. Canceling an intent again returns the same response. An intent that is being paid or was paid can’t be canceled: the response is 409 `intent_not_open`. The body can be empty.',
      request: {
        params: PaymentIntentIdParams,
        body: { ...describeJsonBody(CancellationSchema, { cancellation: {} }), required: false },
      },
      responses: {
        200: describeJsonReply(
          PaymentIntentStateSchema,
          'The canceled payment intent',
          { cancelled: paymentIntentStates.cancelled },
          rateHeaders,
        ),
        ...describeFailures(...tokenCodes, ...bodyCodes, 'not_found', 'intent_not_open'),
      },
    }),
    async (c) => {
      const { accountId } = c.get('actor');
      const { intent_id: intentId } = c.req.valid('param');
      const cancellation = await cancelPaymentIntent({ accountId, environment, intentId });
      switch (cancellation.kind) {
        case 'done':
          return respond(c, 200, toJson(cancellation.intent));
        case 'not_found':
          return respondWithProblem(c, 'not_found', { detail: unknownIntentMessage });
        case 'intent_not_open':
          return respondWithProblem(c, 'intent_not_open', {
            detail:
              `The payment intent’s status is ${cancellation.status}. ${cancellationHints[cancellation.status] ?? ''}`.trim(),
            intent_status: cancellation.status,
            transaction_id: cancellation.transactionId,
          });
      }
    },
  );
}

/** What to do about an intent that can't be canceled, by its status. */
const cancellationHints: Partial<Record<PaymentIntentStatus, string>> = {
  paying: 'A payer is paying it now. Retrieve it again in a minute.',
  paid: 'Refund or void its transaction instead.',
  failed: 'There’s nothing to cancel.',
  expired: 'There’s nothing to cancel.',
};
