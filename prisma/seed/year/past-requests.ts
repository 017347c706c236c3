import { buildProblemBody } from '~/api/replies/problem';
import { toApiRequestRecord } from '~/api/request-log/request-entry';
import type { ApiRequestRecord } from '~/merchants/api-requests/request-records';
import { config } from '~/platform/config/config.server';
import { createId } from '~/platform/ids';
import type { PaymentAttempt } from './past-payment';
import type { PastRequest } from './past-rows';
import type { PastMerchant } from './past-transaction';

/** The shop's server, and how long it keeps an access token. */
export const shopAddress = '203.0.113.24';
const userAgent = 'harbour-tea-shop/3.1 node-fetch';
const [tokenMs, tokenLeadMs] = [3_600_000, 400];

/** The request log of the shop's server, with the requests for its access tokens. */
export function buildRequestLog(
  requests: readonly PastRequest[],
  merchant: PastMerchant,
): ApiRequestRecord[] {
  const { accountId, environment, secretId } = merchant;
  const origin = config.addresses.api[environment];
  let tokenUntil = 0;
  return [...requests]
    .sort((one, other) => one.at - other.at)
    .flatMap((request) => {
      if (request.at < tokenUntil) return [request];
      const token = buildTokenRequest(request.at - tokenLeadMs, accountId);
      tokenUntil = token.at + tokenMs;
      return [token, request];
    })
    .map(({ at, method, path, body, status, response, replayed = false, durationMs }) => {
      const requestText = body && JSON.stringify(body);
      const requestId = createId('req', at);
      return toApiRequestRecord({
        requestId,
        accountId,
        environment,
        secretId,
        method,
        url: `${origin}${path}`,
        requestText,
        requestBytes: requestText === null ? null : Buffer.byteLength(requestText),
        status,
        responseText:
          typeof response === 'string'
            ? response
            : JSON.stringify(buildProblemBody(response.code, requestId, response.details)),
        replayed,
        durationMs,
        startedAt: at,
        address: shopAddress,
        userAgent,
      });
    });
}

/** How many access tokens the shop's server needed for its requests. */
export function countTokens(requests: readonly PastRequest[]): number {
  let [count, until] = [0, 0];
  for (const { at } of [...requests].sort((one, other) => one.at - other.at))
    if (at >= until) [count, until] = [count + 1, at - tokenLeadMs + tokenMs];
  return count;
}

/** The log contains neither the secret nor the token. */
function buildTokenRequest(at: number, accountId: string): PastRequest {
  const response = {
    access_token: 'not stored',
    expiry: tokenMs / 1000,
    token_type: 'Bearer',
    expires_at: new Date(at + tokenMs).toISOString(),
  };
  return {
    at,
    method: 'POST',
    path: '/auth/token',
    body: { client_id: accountId, client_secret: 'not stored' },
    status: 200,
    response: JSON.stringify(response),
    durationMs: 11,
  };
}

/** The request of the shop's server for a payment. */
export function toRequestBody({ externalId, order, operation, card, name }: PaymentAttempt) {
  const { pan, expiry } = card;
  const month = String(expiry.month).padStart(2, '0');
  return {
    operation,
    external_id: externalId,
    order,
    card: { pan, code: '123', expiry: `${month}/${expiry.year}`, name },
  };
}
