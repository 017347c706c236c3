import { CircleCheck, CircleX, Clock, SearchX } from 'lucide-react';
import { formatAmount } from '~/platform/money';
import { CardForm } from './card-form';
import { Ending } from './ending';
import { CheckoutFrame } from './frame';
import { ReturnLink } from './return-link';
import type { Bill, Shown } from './shown';

/** Draws whichever page the checkout is at. Each says whether money has moved. */
export function CheckoutPage({ shown }: { shown: Shown }) {
  if (shown.page === 'unknown') return <Unknown />;
  const { bill } = shown;
  return (
    <CheckoutFrame environment={bill.environment} merchantName={bill.merchantName}>
      <Page shown={shown} bill={bill} />
    </CheckoutFrame>
  );
}

function Page({ shown, bill }: { shown: Exclude<Shown, { page: 'unknown' }>; bill: Bill }) {
  const { merchantName } = bill;
  switch (shown.page) {
    case 'form':
      return <CardForm {...shown} />;
    case 'paying':
      return (
        <Ending
          icon={Clock}
          tone="caution"
          title="Waiting for your bank"
          action={
            <a href={shown.checkAgain} className="font-medium text-accent underline underline-offset-4">
              Look again now
            </a>
          }
        >
          <p>Your bank has not told us yet whether the payment of {amountOf(bill)} went through. Please do not pay a second time.</p>
          <p>This page looks again every few seconds. It goes on by itself when the answer is here.</p>
        </Ending>
      );
    case 'return':
    case 'paid':
      return (
        <Ending
          icon={CircleCheck}
          tone="positive"
          title="Payment complete"
          action={<ReturnLink to={shown.back}>Go on to {merchantName}</ReturnLink>}
        >
          <p>
            {paidText(bill)} {shown.page === 'return' ? 'We are taking you back.' : 'You do not need to pay again.'}
          </p>
        </Ending>
      );
    case 'expired':
      return (
        <Ending
          icon={Clock}
          tone="neutral"
          title="This payment page has expired"
          action={<ReturnLink to={shown.back}>Back to {merchantName}</ReturnLink>}
        >
          <p>No money was taken. Go back to {merchantName} and start again.</p>
        </Ending>
      );
    case 'blocked':
      return (
        <Ending
          icon={CircleX}
          tone="neutral"
          title="Too many attempts"
          action={<ReturnLink to={shown.back}>Back to {merchantName}</ReturnLink>}
        >
          <p>None of the attempts went through and no money was taken. Go back to {merchantName} to choose another way to pay.</p>
        </Ending>
      );
  }
}

function Unknown() {
  return (
    <CheckoutFrame>
      <Ending icon={SearchX} tone="neutral" title="We cannot find this payment">
        <p>The link may be incomplete or out of date. No money was taken.</p>
        <p>Go back to the shop and start the payment again.</p>
      </Ending>
    </CheckoutFrame>
  );
}

function paidText(bill: Bill): string {
  const { merchantName, captures } = bill;
  return captures ? `You have paid ${amountOf(bill)} to ${merchantName}.` : `${amountOf(bill)} is held on your card for ${merchantName}.`;
}

function amountOf({ amount, currency }: Bill): string {
  return formatAmount(amount, currency);
}
