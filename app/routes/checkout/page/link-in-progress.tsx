import { usePageLocale } from '../page-locale';
import { CheckoutScript, type PageScript } from './checkout-script';
import { RedirectLink } from './redirect-link';
import { CheckoutResult } from './result-page';

/**
 * Others are making the last payments that a link accepts, before or after this payer entered a card. The script keeps the
 * focus when the page reloads.
 */
export function LinkInProgress({ retryUrl, script }: { retryUrl: string; script?: PageScript }) {
  const { messages } = usePageLocale();
  return (
    <CheckoutResult
      page="link_in_progress"
      action={<RedirectLink to={retryUrl}>{messages.link.tryAgain}</RedirectLink>}
    >
      <p data-waiting>{messages.link.whyInProgress}</p>
      <CheckoutScript script={script} />
    </CheckoutResult>
  );
}
