import { buildCheckoutUrl } from '~/platform/http/surfaces.server';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';

type Credentials = { clientId: string; clientSecret: string };

/** A merchant's configuration: an environment's URLs and credentials. */
export function buildEnvironmentBlock({
  environment,
  clientId,
  clientSecret,
}: Credentials & { environment: Environment }): string {
  const { api, checkout } = config.addresses;
  return [
    `TILLWAY_API_URL=${api[environment]}`,
    `TILLWAY_CHECKOUT_URL=${checkout[environment]}`,
    `TILLWAY_CLIENT_ID=${clientId}`,
    `TILLWAY_CLIENT_SECRET=${clientSecret}`,
  ].join('\n');
}

export type FirstRequests = { token: string; intent: string; checkout: string };

/** The requests of a first payment for a shell, with a placeholder if there's no secret to show. */
export function buildFirstRequests({
  clientId,
  clientSecret,
}: {
  clientId: string;
  clientSecret: string | null;
}): FirstRequests {
  return {
    token: tokenRequest({ clientId, clientSecret: clientSecret ?? 'CLIENT_SECRET' }),
    intent: intentRequest(),
    checkout: buildCheckoutUrl('test', clientId, 'INTENT_ID'),
  };
}

/** Gets an access token (spec 4.1) and stores it in a variable. */
function tokenRequest({ clientId, clientSecret }: Credentials): string {
  return `TOKEN=$(curl -s ${config.addresses.api.test}/auth/token \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify({ client_id: clientId, client_secret: clientSecret })}' \\
  | sed -n 's/.*"access_token":"\\([^"]*\\)".*/\\1/p'); echo "$TOKEN"`;
}

/** Creates a payment intent (spec 4.5), after {@link tokenRequest}. */
function intentRequest(): string {
  const body = {
    // A different one each time the command is run.
    external_id: "first-payment-'$(date +%s)'",
    order: {
      order_id: 'order-1',
      order_amount: 2500,
      order_currency: 'USD',
      order_items: [{ name: 'Tea, 100 g', quantity: 2, unit_price: 1250 }],
    },
    redirect_urls: { success: 'https://example.com/thanks', failure: 'https://example.com/cart' },
  };
  return `curl -s ${config.addresses.api.test}/intents/payment \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body, null, 2)}'`;
}
