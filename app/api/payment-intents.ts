import { createRoute, z } from '@hono/zod-openapi';
import { createPaymentIntent } from '~/payments/intents';
import { refuseRedirect } from '~/payments/redirect-urls';
import { config } from '~/platform/config.server';
import type { Environment } from '~/platform/environment';
import type { Api } from './api-env';
import { ExternalId } from './fields';
import { Order } from './order';
import { paymentIntent } from './examples';
import { intentReply } from './intent-reply';
import { answer } from './reply';
import { failures, jsonBody, jsonReply, rateHeaders, withBody, withToken } from './route-parts';

/** Spec 2.5. What an address may be depends on the environment. */
function newPaymentIntent(environment: Environment) {
  const redirect = z.string().superRefine((url, context) => {
    const message = refuseRedirect(url, environment);
    if (message) context.addIssue({ code: 'custom', message, params: { code: 'invalid_url' } });
  });
  const described = (when: string, example: string) =>
    redirect.openapi({ type: 'string', format: 'uri', maxLength: 2048, example, description: `Where the payer goes ${when}. An absolute https address without a user name; http for localhost in the test environment. In live its host must be one that you listed in the portal under Developers, Redirect hosts. May carry a query of yours.` });
  const RedirectUrls = z
    .strictObject({ success: described('after the payment', paymentIntent.request.redirect_urls.success), failure: described('otherwise', paymentIntent.request.redirect_urls.failure) })
    .openapi('RedirectUrls');
  return z
    .strictObject({
      external_id: ExternalId,
      redirect_urls: RedirectUrls,
      order: Order,
      operation: z.enum(['authorize', 'authcap']).optional().openapi({ description: 'Hold the amount, or hold and capture it at once. Absent: as the account is set, which begins with `authcap`.' }),
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
        200: jsonReply(PaymentIntent, 'The intent; send the payer to the checkout with its id', { intent: paymentIntent.reply }, ['Idempotent-Replayed', ...rateHeaders]),
        ...failures(...withToken, ...withBody, 'external_id_conflict'),
      },
    }),
    async (c) => {
      const { external_id, redirect_urls, order, operation } = c.req.valid('json');
      return answer(c, await createPaymentIntent(c.get('actor'), { externalId: external_id, redirectUrls: redirect_urls, order, operation })) as never;
    },
  );
}
