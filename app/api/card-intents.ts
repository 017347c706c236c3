import { createRoute, z } from '@hono/zod-openapi';
import { createCardIntent } from '~/payments/card-intents';
import type { Api } from './api-env';
import { cardIntent } from './examples';
import { ExternalId } from './fields';
import { intentReply } from './intent-reply';
import { answer } from './reply';
import { failures, jsonBody, jsonReply, rateHeaders, withBody, withToken } from './route-parts';

const NewCardIntent = z
  .strictObject({ external_id: ExternalId.openapi({ description: 'Your own identifier, such as a customer’s id, to know the card token by.', example: cardIntent.request.external_id }) })
  .openapi('NewCardIntent');

const CardIntent = intentReply('CardIntent', { used: 'used', example: cardIntent.reply });

export function addCardIntents(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/card',
      operationId: 'createCardIntent',
      summary: 'Prepare a hosted page that keeps a card for later payments',
      tags: ['Intents'],
      description: 'For the payer to type their card on our page, and for you to get a card token to pay with later. The page and payments with a token are not open yet: an intent can be made and repeated, and nothing more.',
      request: { body: jsonBody(NewCardIntent, { card: cardIntent.request }) },
      responses: {
        200: jsonReply(CardIntent, 'The intent; send the payer to the checkout with its id', { intent: cardIntent.reply }, ['Idempotent-Replayed', ...rateHeaders]),
        ...failures(...withToken, ...withBody, 'external_id_conflict'),
      },
    }),
    async (c) => answer(c, await createCardIntent(c.get('actor'), { externalId: c.req.valid('json').external_id })) as never,
  );
}
