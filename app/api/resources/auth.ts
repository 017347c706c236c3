import { createRoute, z } from '@hono/zod-openapi';
import { authenticateClient } from '~/merchants/credentials/credentials';
import { authenticationFailures } from '~/merchants/credentials/authentication-failures';
import { getClientIp } from '~/platform/http/client-ip.server';
import { signAccessToken, tokenLifetimeSeconds } from '~/api/authentication/access-tokens';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { toJson } from '~/platform/json';
import type { Api } from '~/api/api-env';
import { token } from '~/api/description/examples';
import { respondWithProblem } from '~/api/replies/problem';
import { respond } from '~/api/replies/respond';
import {
  describeFailures,
  describeJsonBody,
  describeJsonReply,
  bodyCodes,
} from '~/api/description/route-description';

const TokenRequestSchema = z
  .strictObject({
    client_id: z
      .string()
      .min(1, 'must not be empty')
      .max(100)
      .regex(/^[\w-]*$/, 'isn’t a client ID')
      .openapi({ description: 'Your client ID, which is the same in both environments.' }),
    client_secret: z
      .string()
      .min(1, 'must not be empty')
      .max(200)
      .openapi({ description: 'A secret of this environment, from the Developers page.' }),
  })
  .openapi('TokenRequest');

/** Spec 2.8, with additive members. */
const AccessTokenSchema = z
  .object({
    access_token: z.string().openapi({ description: 'A JWT. Treat it as an opaque string.' }),
    expiry: z
      .int()
      .openapi({ description: 'The token’s lifetime in seconds.', example: tokenLifetimeSeconds }),
    token_type: z
      .literal('Bearer')
      .openapi({ description: 'Send it as `Authorization: Bearer <access_token>`.' }),
    expires_at: z.iso.datetime().openapi({ description: 'Expiration time, UTC.' }),
  })
  .openapi('AccessToken');

/** Only from the secret's prefix: the reply is the same whether or not the secret exists. */
function describeWrongSecret(clientSecret: string, environment: Environment): string | undefined {
  const other = environment === 'test' ? 'live' : 'test';
  return clientSecret.startsWith(`sk_${other}_`)
    ? `This looks like a ${other} secret. Use it with ${config.addresses.api[other]}.`
    : undefined;
}

export function addAuthRoutes(api: Api): void {
  api.openapi(
    createRoute({
      method: 'post',
      path: '/auth/token',
      operationId: 'createToken',
      tags: ['Access tokens'],
      summary: 'Obtain an access token',
      description:
        'Exchanges your client ID and secret for an access token that is valid for one hour. Reuse the token until it expires. When a secret expires or you revoke it, its tokens stop working within 5 seconds. If you rotate it with an overlap, they work until the old secret expires. After ten wrong secrets in a minute for one client ID, further wrong secrets are rate limited.',
      security: [],
      request: { body: describeJsonBody(TokenRequestSchema, { credentials: token.request }) },
      responses: {
        200: describeJsonReply(AccessTokenSchema, 'An access token for this environment', {
          token: token.reply,
        }),
        ...describeFailures(
          ...bodyCodes,
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
        address: getClientIp(c.req.raw, c.env),
      });
      if (client === 'invalid_client') {
        // Only wrong secrets are rate limited. The client ID is public in every checkout URL, and must not
        // lock out its owner.
        const blockedSeconds = await authenticationFailures.count(environment, client_id);
        if (blockedSeconds)
          return respondWithProblem(c, 'too_many_requests', {
            detail: `Too many wrong secrets were sent for this client ID. Wait ${blockedSeconds} s, or send the correct secret, which is always accepted.`,
            headers: { 'Retry-After': String(blockedSeconds) },
          });
      }
      if (typeof client === 'string') {
        c.set('caller', { accountId: client_id, secretId: null });
        const detail =
          client === 'invalid_client' ? describeWrongSecret(client_secret, environment) : undefined;
        return respondWithProblem(c, client, { detail });
      }
      c.set('caller', client);
      const expiresAt = new Date(Date.now() + tokenLifetimeSeconds * 1000).toISOString();
      const access_token = signAccessToken(environment, client);
      return respond(
        c,
        200,
        toJson<z.input<typeof AccessTokenSchema>>({
          access_token,
          expiry: tokenLifetimeSeconds,
          token_type: 'Bearer',
          expires_at: expiresAt,
        }),
      );
    },
  );
}
