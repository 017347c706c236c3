import { createRoute, z } from '@hono/zod-openapi';
import { authenticateClient } from '~/merchants/credentials';
import { clientFailures } from '~/merchants/client-failures';
import { signAccessToken, tokenLifeSeconds } from './access-tokens';
import type { Api } from './api-env';
import { problem } from './problem';
import { failures, jsonBody, jsonReply } from './route-parts';

const TokenRequest = z
  .strictObject({
    client_id: z.string().min(1, 'must not be empty').max(100).regex(/^[\w-]*$/, 'is no client id'),
    client_secret: z.string().min(1, 'must not be empty').max(200),
  })
  .openapi('TokenRequest');

/** Spec 2.8, with additive members. */
const AccessToken = z
  .strictObject({
    access_token: z.string(),
    expiry: z.int().openapi({ description: 'Seconds the token lives.', example: tokenLifeSeconds }),
    token_type: z.literal('Bearer'),
    expires_at: z.iso.datetime(),
  })
  .openapi('AccessToken');

export function addAuth(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/token',
      operationId: 'createToken',
      summary: 'Obtain an access token',
      security: [],
      request: { body: jsonBody(TokenRequest) },
      responses: { 200: jsonReply(AccessToken, 'A token for this environment'), ...failures },
    }),
    async (c) => {
      const environment = c.get('environment');
      const { client_id, client_secret } = c.req.valid('json');
      const client = await authenticateClient({ clientId: client_id, clientSecret: client_secret, environment });
      if (client === 'invalid_client') {
        // Only wrong secrets have to wait: the client id is in every checkout address, and must not lock its owner out.
        const blockedSeconds = await clientFailures.count(environment, client_id);
        if (blockedSeconds) return problem(c, 'too_many_requests', { headers: { 'Retry-After': String(blockedSeconds) } }) as never;
      }
      if (typeof client === 'string') return problem(c, client) as never;
      const expiresAt = new Date(Date.now() + tokenLifeSeconds * 1000).toISOString();
      const access_token = signAccessToken(environment, client);
      return c.json({ access_token, expiry: tokenLifeSeconds, token_type: 'Bearer', expires_at: expiresAt }, 200) as never;
    },
  );
}
