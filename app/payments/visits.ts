// What a payer's browser was seen to do, for the merchant who asks why nothing was paid, or why nobody came back.
import type { CheckoutIntent } from './intents';
import { statement } from './statement';

const writeOpened = statement<{ intentId: string }, never>(
  'intent-opened',
  `update payment_intents set opened_at = now() where id = :intentId and opened_at is null`,
);
const writeSentBack = statement<{ intentId: string }, never>(
  'intent-sent-back',
  `update payment_intents set sent_back_at = now() where id = :intentId and sent_back_at is null`,
);

/** Notes when the payment page was first shown. Every later showing costs nothing. */
export async function noteOpened({ id: intentId, openedAt }: CheckoutIntent): Promise<void> {
  if (!openedAt) await writeOpened({ intentId });
}

/** Notes when the browser first went on to the merchant's own page. */
export async function noteSentBack({ id: intentId, sentBackAt }: CheckoutIntent): Promise<void> {
  if (!sentBackAt) await writeSentBack({ intentId });
}
