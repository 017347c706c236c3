import { usePageLocale } from '../page-locale';
import { CheckoutResult } from './result-page';

/** For a URL that names no payment and no payment link. */
export function UnknownPayment() {
  const { messages } = usePageLocale();
  return (
    <CheckoutResult page="unknown">
      <p>{messages.unknown.why}</p>
      <p>{messages.unknown.whatNow}</p>
    </CheckoutResult>
  );
}
