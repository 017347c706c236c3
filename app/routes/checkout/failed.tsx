import { useLocation } from '@remix-run/react';
import { defaultDesign } from '~/merchants/checkout-design';
import { useRootData } from '~/ui/brand';
import { Ending } from './ending';
import { CheckoutFrame } from './frame';
import { ReadingContext, readingIn } from './reading';

/** After a fault of ours nobody here knows whether money has moved, and the page says so. Nor does it know the merchant. */
export function Failed() {
  const search = new URLSearchParams(useLocation().search);
  const reading = readingIn(useRootData()?.askedLanguage ?? 'en');
  const { failed } = reading.words;
  search.delete('lang');
  return (
    <ReadingContext.Provider value={reading}>
      <CheckoutFrame design={defaultDesign} query={String(search)}>
        <Ending
          page="failed"
          action={
            <a
              href={`?${search}&lang=${reading.language}`}
              className="font-medium text-accent underline underline-offset-4"
            >
              {failed.lookAgain}
            </a>
          }
        >
          <p>{failed.maybePaid}</p>
          <p>{failed.openAgain}</p>
        </Ending>
      </CheckoutFrame>
    </ReadingContext.Provider>
  );
}
