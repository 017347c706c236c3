import { createRoute, z } from '@hono/zod-openapi';
import { createCardIntent } from '~/payments/card-intents';
import { intentLifeSeconds } from '~/payments/intents';
import type { Api } from './api-env';
import { ExternalId } from './fields';
import { answer } from './reply';
import { failures, jsonBody, jsonReply } from './route-parts';

const NewCardIntent = z.strictObject({ external_id: ExternalId }).openapi('NewCardIntent');

/** Spec 2.7, with an additive member. */
const CardIntent = z
  .strictObject({ intent_id: z.string(), reference_id: z.string(), valid_for: z.int().openapi({ description: 'Seconds.', example: intentLifeSeconds }), expires_at: z.iso.datetime() })
  .openapi('CardIntent');

export function addCardIntents(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/card',
      operationId: 'createCardIntent',
      summary: 'Prepare a hosted page that keeps a card for later payments',
      request: { body: jsonBody(NewCardIntent) },
      responses: { 200: jsonReply(CardIntent, 'The intent; send the payer to the checkout with its id'), ...failures },
    }),
    async (c) => answer(c, await createCardIntent(c.get('actor'), { externalId: c.req.valid('json').external_id })) as never,
  );
}
