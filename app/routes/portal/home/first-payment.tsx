import { CodeBlock } from '~/ui/content/code-block';
import type { FirstRequests } from './first-requests';

/** The steps of a first payment, ready to paste. */
export function FirstPayment({ token, intent, checkout }: FirstRequests) {
  return (
    <ol className="space-y-6">
      <li>
        <p className="mb-3">Fetch an access token with your secret. It is good for an hour.</p>
        <CodeBlock label="token request" code={token} />
      </li>
      <li>
        <p className="mb-3">
          Create a payment intent with it. Amounts are in the smallest unit of the currency: 2500 is 25.00.
        </p>
        <CodeBlock label="payment intent request" code={intent} />
      </li>
      <li>
        <p className="mb-3">
          Open the checkout with the <code className="font-mono text-sm">intent_id</code> of the answer, and
          pay with the test card <span className="font-medium whitespace-nowrap">4242 4242 4242 4242</span>,
          any future date and any code.
        </p>
        <CodeBlock label="checkout address" code={checkout} />
      </li>
    </ol>
  );
}
