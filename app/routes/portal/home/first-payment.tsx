import { CodeBlock } from '~/ui/content/code-block';
import { TestCardText } from '~/ui/content/test-card-text';
import type { FirstRequests } from './first-requests';

/** The steps of a first payment, ready to paste. */
export function FirstPayment({ token, intent, checkout }: FirstRequests) {
  return (
    <ol className="space-y-6">
      <li>
        <p className="mb-3">Get an access token with your secret. It’s valid for one hour.</p>
        <CodeBlock label="token request" code={token} />
      </li>
      <li>
        <p className="mb-3">
          Use it to create a payment intent. Amounts are in the smallest currency unit, so 2500 is 25.00.
        </p>
        <CodeBlock label="payment intent request" code={intent} />
      </li>
      <li>
        <p className="mb-3">
          Open the checkout with the <code className="font-mono text-sm">intent_id</code> from the response,
          and pay with <TestCardText />.
        </p>
        <CodeBlock label="checkout URL" code={checkout} />
      </li>
    </ol>
  );
}
