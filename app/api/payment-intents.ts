import { createRoute, z } from '@hono/zod-openapi';
import { createPaymentIntent } from '~/payments/intents';
import { config } from '~/platform/config.server';
import type { Environment } from '~/platform/environment';
import type { Api } from './api-env';
import { ExternalId } from './fields';
import { Order } from './order';
import { paymentIntent } from './examples';
import { intentReply } from './intent-reply';
import { redirectUrls } from './redirect-urls';
import { answer } from './reply';
import { failures, jsonBody, jsonReply, rateHeaders, withBody, withToken } from './route-parts';

/** Spec 2.5. */
function newPaymentIntent(environment: Environment) {
  return z
    .strictObject({
      external_id: ExternalId,
      redirect_urls: redirectUrls(environment, {
        name: 'RedirectUrls',
        success: 'after the payment',
        failure: 'otherwise',
      }),
      order: Order,
      operation: z.enum(['authorize', 'authcap']).optional().openapi({
        description:
          'Hold the amount, or hold and capture it at once. Absent: as the account is set, which begins with `authcap`.',
      }),
    })
    .openapi('NewPaymentIntent');
}

const PaymentIntent = intentReply('PaymentIntent', { used: 'paid', example: paymentIntent.reply });

export function addPaymentIntents(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/payment',
      operationId: 'createPaymentIntent',
      tags: ['Intents'],
      summary: 'Prepare a payment on the hosted checkout page',
      description: `Then send the payer’s browser to \`${config.addresses.checkout[environment]}?client_id=<client_id>&intent_id=<intent_id>\`. Card data never passes through your servers.`,
      request: { body: jsonBody(newPaymentIntent(environment), { payment: paymentIntent.request }) },
      responses: {
        200: jsonReply(
          PaymentIntent,
          'The intent; send the payer to the checkout with its id',
          { intent: paymentIntent.reply },
          ['Idempotent-Replayed', ...rateHeaders],
        ),
        ...failures(...withToken, ...withBody, 'external_id_conflict'),
      },
    }),
    async (c) => {
      const { external_id, redirect_urls, order, operation } = c.req.valid('json');
      return answer(
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
