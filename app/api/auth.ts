import { createRoute, z } from '@hono/zod-openapi';
import { authenticateClient } from '~/merchants/credentials/credentials';
import { authenticationFailures } from '~/merchants/credentials/authentication-failures';
import { clientAddress } from '~/platform/client-address.server';
import { signAccessToken, tokenLifeSeconds } from './access-tokens';
import { toJson } from '~/platform/json';
import type { Api } from './api-env';
import { token } from './examples';
import { problem } from './problem';
import { respond } from './respond';
import { failures, jsonBody, jsonReply, withBody } from './route-parts';

const TokenRequest = z
  .strictObject({
    client_id: z
      .string()
      .min(1, 'must not be empty')
      .max(100)
      .regex(/^[\w-]*$/, 'is no client id')
      .openapi({ description: 'Your Account ID, the same in both environments.' }),
    client_secret: z
      .string()
      .min(1, 'must not be empty')
      .max(200)
      .openapi({ description: 'A secret of this environment, from the Developers page.' }),
  })
  .openapi('TokenRequest');

/** Spec 2.8, with additive members. */
const AccessToken = z
  .strictObject({
    access_token: z.string().openapi({ description: 'A JWT. Treat it as an opaque text.' }),
    expiry: z.int().openapi({ description: 'Seconds the token lives.', example: tokenLifeSeconds }),
    token_type: z
      .literal('Bearer')
      .openapi({ description: 'How to send it: `Authorization: Bearer <access_token>`.' }),
    expires_at: z.iso.datetime().openapi({ description: 'When it ends, UTC.' }),
  })
  .openapi('AccessToken');

export function addAuth(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/token',
      operationId: 'createToken',
      tags: ['Access tokens'],
      summary: 'Obtain an access token',
      description:
        'Exchanges your client id and secret for a token that opens every other address for an hour. Keep it and use it until then. Rolling or revoking the secret ends its tokens within 5 seconds. Ten wrong secrets a minute for one client id, then wrong ones have to wait.',
      security: [],
      request: { body: jsonBody(TokenRequest, { credentials: token.request }) },
      responses: {
        200: jsonReply(AccessToken, 'A token for this environment', { token: token.reply }),
        ...failures(
          ...withBody,
          'invalid_client',
          'account_suspended',
          'live_not_enabled',
          'address_not_allowed',
        ),
      },
    }),
    async (c) => {
      const environment = c.get('environment');
      const { client_id, client_secret } = c.req.valid('json');
      const client = await authenticateClient({
        clientId: client_id,
        clientSecret: client_secret,
        environment,
        address: clientAddress(c.req.raw, c.env),
      });
      if (client === 'invalid_client') {
        // Only wrong secrets have to wait: the client id is in every checkout address, and must not lock its owner out.
        const blockedSeconds = await authenticationFailures.count(environment, client_id);
        if (blockedSeconds)
          return problem(c, 'too_many_requests', {
            headers: { 'Retry-After': String(blockedSeconds) },
          });
      }
      c.set('caller', {
        accountId: client_id,
        secretId: typeof client === 'string' ? null : client.secretId,
      });
      if (typeof client === 'string') return problem(c, client);
      const expiresAt = new Date(Date.now() + tokenLifeSeconds * 1000).toISOString();
      const access_token = signAccessToken(environment, client);
      return respond(
        c,
        200,
        toJson<z.input<typeof AccessToken>>({
          access_token,
          expiry: tokenLifeSeconds,
          token_type: 'Bearer',
          expires_at: expiresAt,
        }),
      );
    },
  );
}
