import { useLocation } from '@remix-run/react';
import { defaultDesign } from '~/merchants/checkout-design';
import { directionOf, isLanguage } from '~/platform/languages';
import { Ending } from './ending';
import { CheckoutFrame } from './frame';
import { ReadingContext, readingIn } from './reading';

/** After a fault of ours nobody here knows whether money has moved, and the page says so. Its language is the address's: no more is known. */
export function Failed() {
  const search = new URLSearchParams(useLocation().search);
  const named = search.get('lang') ?? '';
  const language = isLanguage(named) ? named : 'en';
  const reading = readingIn(language);
  const { failed } = reading.words;
  search.delete('lang');
  return (
    <ReadingContext.Provider value={reading}>
      <div lang={language} dir={directionOf(language)}>
        <CheckoutFrame design={defaultDesign} query={String(search)}>
          <Ending
            page="failed"
            action={
              <a href={`?${search}&lang=${language}`} className="font-medium text-accent underline underline-offset-4">
                {failed.lookAgain}
              </a>
            }
          >
            <p>{failed.maybePaid}</p>
            <p>{failed.openAgain}</p>
          </Ending>
        </CheckoutFrame>
      </div>
    </ReadingContext.Provider>
  );
}
