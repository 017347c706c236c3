import { createRoute, z } from '@hono/zod-openapi';
import {
  cardIntentPhases,
  createCardIntent,
  findCardIntent,
  toCardIntentObject,
} from '~/payments/card-intents';
import { config } from '~/platform/config.server';
import type { Environment } from '~/platform/environment';
import { toJson } from '~/platform/json';
import type { Api } from './api-env';
import { cardIntent } from './examples';
import { ExternalId } from './fields';
import { intentReply } from './intent-reply';
import { problem } from './problem';
import { redirectUrls } from './redirect-urls';
import { answer } from './reply';
import { respond } from './respond';
import { failures, jsonBody, jsonReply, rateHeaders, withBody, withToken } from './route-parts';

/** Spec 2.7. */
function newCardIntent(environment: Environment) {
  return z
    .strictObject({
      external_id: ExternalId.openapi({
        description: 'Your own identifier, such as a customer’s id, to know the card token by.',
        example: cardIntent.request.external_id,
      }),
      redirect_urls: redirectUrls(environment, {
        name: 'CardRedirectUrls',
        success: 'when the card is kept',
        failure: 'otherwise',
      })
        .optional()
        .openapi({ description: 'Absent: the payer stays on our page, which says that it can be closed.' }),
    })
    .openapi('NewCardIntent');
}

const CardIntent = intentReply('CardIntent', { used: 'used', example: cardIntent.reply });

const CardIntentState = z
  .strictObject({
    intent_id: z.string(),
    reference_id: z.string().openapi({ description: 'Your `external_id` again.' }),
    status: z.enum(cardIntentPhases).openapi({
      description:
        'Whether the payer has given a card. `failed`: five cards were declined. `cancelled`: by the payer. All but `open` are final.',
    }),
    expires_at: z.iso.datetime().openapi({ description: 'When an open one ends, UTC.' }),
    card: z
      .strictObject({
        token: z.string().openapi({ description: 'Pays in `POST /transactions`: `tok_…`.' }),
        brand: z.string().openapi({ description: 'Such as `visa`, `mastercard`, `american-express`.' }),
        last_four: z.string(),
        expiry: z.string().openapi({ description: 'Year and month.' }),
      })
      .optional()
      .openapi({ description: 'Once it is completed, and until the token is deleted.' }),
  })
  .openapi('CardIntentState');

const ByIntentId = z.object({
  intent_id: z.string().openapi({
    param: { name: 'intent_id', in: 'path', description: 'The card intent’s id: `int_…`.' },
    example: cardIntent.reply.intent_id,
  }),
});

export function addCardIntents(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/card',
      operationId: 'createCardIntent',
      summary: 'Prepare a hosted page that keeps a card for later payments',
      tags: ['Intents'],
      description: `Then send the payer’s browser to \`${config.addresses.checkout[environment]}?client_id=<client_id>&intent_id=<intent_id>\`. The payer types the card on our page, and you get a card token to pay with later. Nothing is charged there.`,
      request: {
        body: jsonBody(newCardIntent(environment), {
          card: cardIntent.request,
          with_a_way_back: cardIntent.withWayBack,
        }),
      },
      responses: {
        200: jsonReply(
          CardIntent,
          'The intent; send the payer to the checkout with its id',
          { intent: cardIntent.reply },
          ['Idempotent-Replayed', ...rateHeaders],
        ),
        ...failures(...withToken, ...withBody, 'external_id_conflict'),
      },
    }),
    async (c) => {
      const { external_id, redirect_urls } = c.req.valid('json');
      return answer(
        c,
        await createCardIntent(c.get('actor'), { externalId: external_id, redirectUrls: redirect_urls }),
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/intents/card/{intent_id}',
      operationId: 'retrieveCardIntent',
      summary: 'Retrieve a card intent, with its card token once there is one',
      tags: ['Intents'],
      description:
        'This is where you learn the token for certain: the parameters a browser brings back are a hint.',
      request: { params: ByIntentId },
      responses: {
        200: jsonReply(CardIntentState, 'The card intent', cardIntent.states, rateHeaders),
        ...failures(...withToken, 'not_found'),
      },
    }),
    async (c) => {
      const { accountId } = c.get('actor');
      const intent = await findCardIntent({
        accountId,
        environment,
        intentId: c.req.valid('param').intent_id,
      });
      return intent
        ? respond(c, 200, toJson(toCardIntentObject(intent)))
        : problem(c, 'not_found', { detail: 'No card intent has this id.' });
    },
  );
}
