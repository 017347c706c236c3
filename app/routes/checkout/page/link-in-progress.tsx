import { usePageLocale } from '../page-locale';
import { RedirectLink } from './redirect-link';
import { CheckoutResult } from './result-page';

/** Others are making the last payments that a link accepts, before or after this payer entered a card. */
export function LinkInProgress({ retryUrl }: { retryUrl: string }) {
  const { messages } = usePageLocale();
  return (
    <CheckoutResult
      page="link_in_progress"
      action={<RedirectLink to={retryUrl}>{messages.link.tryAgain}</RedirectLink>}
    >
      <p>{messages.link.whyInProgress}</p>
    </CheckoutResult>
  );
}
