import { createRoute, z } from '@hono/zod-openapi';
import type { AuditActor } from '~/audit/audit';
import { getClientIp } from '~/platform/http/client-ip.server';
import { toJson } from '~/platform/json';
import { deleteCardToken, isDeletedCardToken } from '~/vault/card-tokens';
import type { Api } from '~/api/api-env';
import { deletedCardToken } from '~/api/description/examples';
import {
  describeFailures,
  describeJsonReply,
  rateHeaders,
  tokenCodes,
} from '~/api/description/route-description';
import { respondWithProblem } from '~/api/replies/problem';
import { respond } from '~/api/replies/respond';

const CardTokenParams = z.object({
  card_token: z.string().openapi({
    param: { name: 'card_token', in: 'path', description: 'The card token: `tok_…`.' },
    example: deletedCardToken.token,
  }),
});

const DeletedCardTokenSchema = z
  .object({ token: z.string(), deleted: z.literal(true) })
  .openapi('DeletedCardToken');

export function addCardTokenRoutes(api: Api): void {
  api.openapi(
    createRoute({
      method: 'delete',
      path: '/card_tokens/{card_token}',
      operationId: 'deleteCardToken',
      tags: ['Card tokens'],
      summary: 'Delete a card token',
      description:
        'Erases the saved card, which can’t be charged again. Existing payments don’t change. Deleting a token twice has the same effect as once. We send `card.deleted`.',
      request: { params: CardTokenParams },
      responses: {
        200: describeJsonReply(
          DeletedCardTokenSchema,
          'The token is deleted',
          { deleted: deletedCardToken },
          rateHeaders,
        ),
        ...describeFailures(...tokenCodes, 'not_found'),
      },
    }),
    async (c) => {
      const { accountId, environment, operator } = c.get('actor');
      const token = c.req.valid('param').card_token;
      const key = { accountId, environment, id: token };
      const by = { actor: operator as AuditActor, address: getClientIp(c.req.raw, c.env) };
      return (await deleteCardToken({ ...key, ...by })) || (await isDeletedCardToken(key))
        ? respond(c, 200, toJson<z.input<typeof DeletedCardTokenSchema>>({ token, deleted: true }))
        : respondWithProblem(c, 'not_found', { detail: 'No card token has this value.' });
    },
  );
}
