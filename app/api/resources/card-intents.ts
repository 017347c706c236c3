import { createRoute, z } from '@hono/zod-openapi';
import { merchantReasons } from '~/acquirers/saved-card';
import {
  cardIntentPhases,
  createCardIntent,
  findCardIntent,
  toCardIntentObject,
} from '~/payments/checkout/card-intents';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { toJson } from '~/platform/json';
import type { Api } from '~/api/api-env';
import { cardIntent } from '~/api/description/examples';
import { CustomerIdSchema, enumOf, ExternalIdSchema } from '~/api/schemas/fields';
import { createIntentSchema } from '~/api/schemas/intent-reply';
import { respondWithProblem } from '~/api/replies/problem';
import { createRedirectUrlsSchema } from '~/api/schemas/redirect-urls';
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

/** Spec 2.7. */
function createCardIntentSchema(environment: Environment) {
  return z
    .strictObject({
      external_id: ExternalIdSchema.openapi({
        description: 'Your own unique identifier for the card intent.',
        example: cardIntent.request.external_id,
      }),
      customer_id: CustomerIdSchema.optional().openapi({
        description:
          'Your own ID of the customer. The checkout offers the saved card for payment intents with the same `customer_id`.',
      }),
      redirect_urls: createRedirectUrlsSchema(environment, {
        name: 'CardRedirectUrls',
        success: 'after the card is saved',
        failure: 'otherwise',
      })
        .optional()
        .openapi({
          description: 'If absent, the payer stays on our page, which says that it can be closed.',
        }),
      reason: enumOf(merchantReasons).optional().openapi({
        description:
          'Why you’ll charge the card without the payer: `recurring` for a subscription, `installment` for the installments of a purchase, or `unscheduled`, for example for a top-up. Our page states the reason, and the payer must agree to it. If absent, you can charge the card only when the payer is present.',
      }),
    })
    .openapi('NewCardIntent');
}

const CardIntentSchema = createIntentSchema('CardIntent', { used: 'used', example: cardIntent.reply });

/** A card intent as it is retrieved, and the `data` of `card.tokenized`. */
export const CardIntentStateSchema = z
  .object({
    intent_id: z.string(),
    reference_id: z.string().openapi({ description: 'Your `external_id` again.' }),
    customer_id: CustomerIdSchema.optional(),
    status: z.enum(cardIntentPhases).openapi({
      description:
        'Whether the payer saved a card. `failed`: five cards were declined. `cancelled`: the payer canceled. All statuses except `open` are final.',
    }),
    expires_at: z.iso.datetime().openapi({
      description:
        'When an open intent expires, UTC. An intent whose payer is at their bank for 3-D Secure stays open until the bank has decided, the payer cancels, or the payer’s 15 minutes are over.',
    }),
    card: z
      .object({
        token: z.string().openapi({ description: 'The card token for `POST /transactions`: `tok_…`.' }),
        brand: z.string().openapi({ description: 'Such as `visa`, `mastercard`, `american-express`.' }),
        last_four: z.string(),
        expiry: z.string().openapi({ description: 'Year and month.' }),
        reason: z
          .enum(merchantReasons)
          .optional()
          .openapi({ description: 'Why you can charge the card without the payer.' }),
      })
      .optional()
      .openapi({ description: 'Present after completion, until the token is deleted.' }),
  })
  .openapi('CardIntentState');

const IntentIdParams = z.object({
  intent_id: z.string().openapi({
    param: { name: 'intent_id', in: 'path', description: 'The card intent ID: `int_…`.' },
    example: cardIntent.reply.intent_id,
  }),
});

export function addCardIntentRoutes(api: Api, environment: Environment): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/intents/card',
      operationId: 'createCardIntent',
      summary: 'Create a card intent',
      tags: ['Intents'],
      description: `Creates a card intent. Redirect the payer’s browser to \`${config.addresses.checkout[environment]}?client_id=<client_id>&intent_id=<intent_id>\`. The payer enters the card on our page, and you get a card token for later payments. The card isn’t charged.`,
      request: {
        body: describeJsonBody(createCardIntentSchema(environment), {
          card: cardIntent.request,
          with_redirect_urls: cardIntent.requestWithRedirectUrls,
        }),
      },
      responses: {
        200: describeJsonReply(
          CardIntentSchema,
          'The intent. Redirect the payer to the checkout with its ID',
          { intent: cardIntent.reply },
          ['Idempotent-Replayed', ...rateHeaders],
        ),
        ...describeFailures(...tokenCodes, ...bodyCodes, 'external_id_conflict'),
      },
    }),
    async (c) => {
      const { external_id, customer_id, redirect_urls, reason } = c.req.valid('json');
      return replyWithResult(
        c,
        await createCardIntent(c.get('actor'), {
          externalId: external_id,
          customerId: customer_id,
          redirectUrls: redirect_urls,
          merchantReason: reason,
        }),
      );
    },
  );

  api.openapi(
    createRoute({
      method: 'get',
      path: '/intents/card/{intent_id}',
      operationId: 'retrieveCardIntent',
      summary: 'Retrieve a card intent and its card token',
      tags: ['Intents'],
      description: 'Always get the token here. Don’t rely on the parameters in the redirect.',
      request: { params: IntentIdParams },
      responses: {
        200: describeJsonReply(CardIntentStateSchema, 'The card intent', cardIntent.states, rateHeaders),
        ...describeFailures(...tokenCodes, 'not_found'),
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
        : respondWithProblem(c, 'not_found', { detail: 'No card intent has this ID.' });
    },
  );
}
