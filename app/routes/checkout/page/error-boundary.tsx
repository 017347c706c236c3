import { useLocation } from '@remix-run/react';
import { defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { useRootData } from '~/ui/layout/brand';
import { CheckoutResult } from './result-page';
import { CheckoutFrame } from './checkout-frame';
import { PageLocaleContext, createPageLocale } from '../page-locale';

/** After a fault of ours nobody here knows whether money has moved, and the page says so. Nor does it know the merchant. */
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
