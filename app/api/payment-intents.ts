import { createRoute, z } from '@hono/zod-openapi';
import { createPaymentIntent, intentLifeSeconds } from '~/payments/intents';
import { refuseRedirect } from '~/payments/redirect-urls';
import type { Environment } from '~/platform/environment';
import type { Api } from './api-env';
import { ExternalId } from './fields';
import { Order } from './order';
import { answer } from './reply';
import { failures, jsonBody, jsonReply } from './route-parts';

/** Spec 2.5. What an address may be depends on the environment. */
function newPaymentIntent(environment: Environment) {
  const redirect = z.string().superRefine((url, context) => {
    const message = refuseRedirect(url, environment);
    if (message) context.addIssue({ code: 'custom', message, params: { code: 'invalid_url' } });
  });
  const RedirectUrls = z.strictObject({ success: redirect, failure: redirect }).openapi('RedirectUrls');
  return z
    .strictObject({
      external_id: ExternalId,
      redirect_urls: RedirectUrls,
      order: Order,
      operation: z.enum(['authorize', 'authcap']).optional().openapi({ description: 'Absent: as the account is set.' }),
    })
    .openapi('NewPaymentIntent');
}

/** Spec 2.6, with additive members. */
const PaymentIntent = z
  .strictObject({ intent_id: z.string(), reference_id: z.string(), valid_for: z.int().openapi({ description: 'Seconds.', example: intentLifeSeconds }), expires_at: z.iso.datetime() })
  .openapi('PaymentIntent');

export function addPaymentIntents(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/payment',
      operationId: 'createPaymentIntent',
      summary: 'Prepare a payment on the hosted checkout page',
      request: { body: jsonBody(newPaymentIntent(environment)) },
      responses: { 200: jsonReply(PaymentIntent, 'The intent; send the payer to the checkout with its id'), ...failures },
    }),
    async (c) => {
      const { external_id, redirect_urls, order, operation } = c.req.valid('json');
      return answer(c, await createPaymentIntent(c.get('actor'), { externalId: external_id, redirectUrls: redirect_urls, order, operation })) as never;
    },
  );
}
