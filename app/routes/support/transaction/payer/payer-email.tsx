import { useFetcher } from '@remix-run/react';
import { Button } from '~/ui/forms/button';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { TextLink } from '~/ui/content/text-link';
import type { action } from './payer-email-reveal';

/** Shows the full email in place. Without scripts, it's on a page of its own. */
export function PayerEmail({ paymentId, maskedEmail }: { paymentId: string; maskedEmail: string }) {
  const fetcher = useFetcher<typeof action>();
  const isHydrated = useHydrated();
  const path = `/support/transactions/${paymentId}/payer-email`;
  if (fetcher.data)
    return (
      // The button that had the focus is gone.
      <span role="status" tabIndex={-1} ref={(element) => element?.focus()} className="break-all">
        {fetcher.data.email}
      </span>
    );
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="break-all">{maskedEmail}</span>
      {isHydrated ? (
        <Button
          variant="secondary"
          size="small"
          aria-label="Show email"
          pending={fetcher.state !== 'idle'}
          onClick={() => fetcher.submit(null, { method: 'post', action: path })}
        >
          Show
        </Button>
      ) : (
        <TextLink to={path} aria-label="Show email">
          Show
        </TextLink>
      )}
    </span>
  );
}
