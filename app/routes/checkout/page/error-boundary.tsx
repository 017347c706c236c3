import { useLocation } from '@remix-run/react';
import { defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { useRootData } from '~/ui/layout/brand';
import { CheckoutResult } from './result-page';
import { CheckoutFrame } from './checkout-frame';
import { PageLocaleContext, createPageLocale } from '../page-locale';

/**
 * After an internal error, the page says that the outcome isn't known. It doesn't know the merchant either.
 */
export function CheckoutErrorBoundary() {
  const search = new URLSearchParams(useLocation().search);
  const pageLocale = createPageLocale(useRootData()?.preferredLanguage ?? 'en');
  const { failed: failedMessages } = pageLocale.messages;
  search.delete('lang');
  return (
    <PageLocaleContext.Provider value={pageLocale}>
      <CheckoutFrame design={defaultDesign} query={String(search)}>
        <CheckoutResult
          page="failed"
          action={
            <a
              href={`?${search}&lang=${pageLocale.language}`}
              className="font-medium text-accent underline underline-offset-4"
            >
              {failedMessages.checkAgain}
            </a>
          }
        >
          <p>{failedMessages.maybePaid}</p>
          <p>{failedMessages.openAgain}</p>
        </CheckoutResult>
      </CheckoutFrame>
    </PageLocaleContext.Provider>
  );
}
