import type { CheckoutIntent } from '~/payments/intents';
import { orderLines, type OrderLines } from '~/payments/order-lines';
import { returnAddress } from '~/payments/return-addresses';
import type { Environment } from '~/platform/environment';
import type { CardErrors, Kept } from './card-input';

export type Bill = {
  environment: Environment;
  merchantName: string;
  amount: number;
  currency: string;
  order: OrderLines;
  /** Whether the money is taken now or held until the merchant takes it. */
  captures: boolean;
};

export type FormState = {
  kept?: Kept;
  errors?: CardErrors;
  /** What is wrong and belongs to no field. */
  text?: string;
  declined?: { triesLeft: number };
  unavailable?: boolean;
};

/** All that a checkout page is drawn from. */
export type Shown =
  | { page: 'unknown' }
  | { page: 'form'; bill: Bill; attempts: number; cancel: string; state: FormState }
  | { page: 'paying'; bill: Bill; checkAgain: string }
  | { page: 'paid' | 'expired' | 'blocked'; bill: Bill; back: string }
  | Return;

type Return = { page: 'return'; bill: Bill; back: string };

/** The page for what the intent is now. `state` is what became of the form, where it is drawn again. */
export async function showIntent(intent: CheckoutIntent, state: FormState = {}): Promise<Shown> {
  const bill = billOf(intent);
  switch (intent.phase) {
    case 'paid':
      return { page: 'paid', bill, back: await returnAddress(intent, intent.transactionId) };
    case 'blocked':
      return { page: 'blocked', bill, back: await returnAddress(intent, intent.transactionId) };
    case 'expired':
      return { page: 'expired', bill, back: await returnAddress(intent, null) };
    case 'paying':
      return {
        page: 'paying',
        bill,
        checkAgain: `?${new URLSearchParams({ client_id: intent.accountId, intent_id: intent.id, waiting: '1' })}`,
      };
    case 'open':
      return { page: 'form', bill, attempts: intent.attempts, cancel: await returnAddress(intent, null), state };
  }
}

/** The page that takes the browser to the merchant's own. */
export async function showReturn(intent: CheckoutIntent, transactionId: string): Promise<Return> {
  return { page: 'return', bill: billOf(intent), back: await returnAddress(intent, transactionId) };
}

function billOf({ environment, merchantName, amount, currency, order, operation }: CheckoutIntent): Bill {
  return { environment, merchantName, amount, currency, order: orderLines(order, amount), captures: operation === 'authcap' };
}
