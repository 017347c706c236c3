import { cardSavingMessages } from '../messages/card-saving-messages';
import type { PaymentDetails } from '../page-data';
import { usePageLocale } from '../page-locale';

/** Where canceling leads. Payers with a payment link go back to the link, and most never saw a page of the merchant. */
export function useCancelLabel() {
  const { messages, language, name } = usePageLocale();
  return ({ isOfLink, merchantName }: PaymentDetails) =>
    isOfLink ? cardSavingMessages[language].cancel : messages.cancel(name(merchantName));
}
