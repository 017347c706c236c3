import { createRoute, z } from '@hono/zod-openapi';
import { createPaymentIntent } from '~/payments/checkout/payment-intents';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import type { Api } from '~/api/api-env';
import { ExternalIdSchema } from '~/api/schemas/fields';
import { OrderSchema } from '~/api/schemas/order';
import { paymentIntent } from '~/api/description/examples';
import { createIntentSchema } from '~/api/schemas/intent-reply';
import { createRedirectUrlsSchema } from '~/api/schemas/redirect-urls';
import { replyWithResult } from '~/api/replies/reply';
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
      operation: z.enum(['authorize', 'authcap']).optional().openapi({
        description:
          'Whether to only authorize the amount or also capture it immediately. Defaults to the account’s setting, which is initially `authcap`.',
      }),
    })
    .openapi('NewPaymentIntent');
}

const PaymentIntentSchema = createIntentSchema('PaymentIntent', {
  used: 'paid',
  example: paymentIntent.reply,
});

export function addPaymentIntentRoutes(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/payment',
      operationId: 'createPaymentIntent',
      tags: ['Intents'],
      summary: 'Create a payment intent',
      description: `Then redirect the payer’s browser to \`${config.addresses.checkout[environment]}?client_id=<client_id>&intent_id=<intent_id>\`. Card data never touches your servers.`,
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
      const { external_id, redirect_urls, order, operation } = c.req.valid('json');
      return replyWithResult(
        c,
        await createPaymentIntent(c.get('actor'), {
          externalId: external_id,
          redirectUrls: redirect_urls,
          order,
          operation,
        }),
      );
    },
  );
}
