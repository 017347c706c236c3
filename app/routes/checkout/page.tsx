import { CardForm } from './card-form';
import { Ending } from './ending';
import { CheckoutFrame } from './frame';
import { ReadingContext, readingIn, useReading } from './reading';
import { ReturnLink } from './return-link';
import { SaveCard, SavingEnded } from './saving/page';
import type { PageOf, Shown } from './shown';

/** Draws whichever page the checkout is at, from what it is given alone. Each says whether money has moved. */
export function CheckoutPage({ shown }: { shown: Shown }) {
  return (
    <ReadingContext.Provider value={readingIn(shown.language)}>
      <CheckoutFrame
        design={shown.design}
        query={shown.query}
        bill={'bill' in shown ? shown.bill : 'saving' in shown ? shown.saving : undefined}
      >
        <Page shown={shown} />
      </CheckoutFrame>
    </ReadingContext.Provider>
  );
}

function Page({ shown }: { shown: Shown }) {
  switch (shown.page) {
    case 'form':
      return <CardForm {...shown} />;
    case 'paying':
      return <Paying {...shown} />;
    case 'paid':
      return <Paid {...shown} />;
    case 'expired':
    case 'blocked':
    case 'cancelled':
      return <Ended {...shown} />;
    case 'save':
      return <SaveCard {...shown} />;
    case 'saved':
    case 'save_expired':
    case 'save_failed':
    case 'save_cancelled':
      return <SavingEnded {...shown} />;
    case 'unknown':
      return <Unknown />;
  }
}

function Paying({ bill, checkAgain }: PageOf<'paying'>) {
  const { words, amount } = useReading();
  return (
    <Ending
      page="paying"
      action={
        <a href={checkAgain} className="font-medium text-accent underline underline-offset-4">
          {words.paying.lookAgain}
        </a>
      }
    >
      <p>{words.paying.unknown(amount(bill))}</p>
      <p>{words.paying.goesOn}</p>
    </Ending>
  );
}

function Paid({ bill, back, leaving }: PageOf<'paid'>) {
  const { words, name, amount } = useReading();
  const merchant = name(bill.merchantName);
  const what = bill.captures ? words.paid.taken : words.paid.held;
  return (
    <Ending page="paid" action={<ReturnLink to={back}>{words.goOnTo(merchant)}</ReturnLink>}>
      <p>
        {what(amount(bill), merchant)} {leaving ? words.takingYouBack : words.paid.notAgain}
      </p>
    </Ending>
  );
}

/** Nothing was paid, and nothing can be any more. */
function Ended({ page, bill, back, leaving }: PageOf<'expired' | 'blocked' | 'cancelled'>) {
  const { words, name } = useReading();
  const merchant = name(bill.merchantName);
  return (
    <Ending page={page} action={<ReturnLink to={back}>{words.backTo(merchant)}</ReturnLink>}>
      <p>{words[page](merchant)}</p>
      {leaving && <p>{words.takingYouBack}</p>}
    </Ending>
  );
}

function Unknown() {
  const { words } = useReading();
  return (
    <Ending page="unknown">
      <p>{words.unknown.noMoney}</p>
      <p>{words.unknown.startAgain}</p>
    </Ending>
  );
}
