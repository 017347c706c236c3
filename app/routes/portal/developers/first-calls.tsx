import { Card } from '~/ui/card';
import { CodeBlock } from '~/ui/code-block';

/** The three requests of a first payment, ready to paste. */
export function FirstCalls({ clientId, api, checkout }: { clientId: string; api: string; checkout: string }) {
  return (
    <Card id="token" title="Your first payment">
      <ol className="space-y-6">
        <li>
          <p className="mb-3">Fetch an access token with your secret. It is good for an hour.</p>
          <CodeBlock label="token request" code={tokenRequest(clientId, api)} />
        </li>
        <li>
          <p className="mb-3">Create a payment intent. Amounts are in the smallest unit of the currency: 2500 is 25.00.</p>
          <CodeBlock label="payment intent request" code={intentRequest(api)} />
        </li>
        <li>
          <p className="mb-3">Send the browser to the checkout page with the intent from the reply, and pay with a test card.</p>
          <CodeBlock label="checkout address" code={`${checkout}?client_id=${clientId}&intent_id=<intent_id>`} />
        </li>
      </ol>
    </Card>
  );
}

function tokenRequest(clientId: string, api: string): string {
  return [
    `curl ${api}/auth/token \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"client_id": "${clientId}", "client_secret": "<client_secret>"}'`,
  ].join('\n');
}

function intentRequest(api: string): string {
  const body = {
    external_id: 'order-1001',
    redirect_urls: { success: 'https://shop.example/thanks', failure: 'https://shop.example/basket' },
    order: {
      order_id: 'order-1001',
      order_amount: 2500,
      order_currency: 'USD',
      order_items: [{ name: 'Mug', quantity: 2, unit_price: 1250 }],
    },
  };
  return [
    `curl ${api}/intents/payment \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -H 'Authorization: Bearer <access_token>' \\`,
    `  -d '${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}'`,
  ].join('\n');
}
