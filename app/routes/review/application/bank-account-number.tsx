import { useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import type { DocumentViewEntry } from '~/merchants/applications/review/document-views';
import { Button } from '~/ui/forms/button';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { TextLink } from '~/ui/content/text-link';
import type { action } from '../bank-account';
import { getReviewPath } from '../review-path';
import { NotOpened } from './not-opened';
import { ViewedBy } from './viewed-by';

/** Shows the full number in place. Without scripts, it's on a page of its own. */
export function BankAccountNumber({
  applicationId,
  views,
  isUnopened,
}: {
  applicationId: string;
  views: readonly DocumentViewEntry[];
  isUnopened: boolean;
}) {
  const fetcher = useFetcher<typeof action>();
  const isHydrated = useHydrated();
  const path = getReviewPath(applicationId, 'bank-account');
  const number = useRef<HTMLParagraphElement>(null);
  // It replaces the button that had the focus.
  useEffect(() => {
    if (fetcher.data) number.current?.focus();
  }, [fetcher.data]);
  if (fetcher.data)
    return (
      <p ref={number} tabIndex={-1} className="mt-1 font-mono break-all outline-offset-4">
        <span className="sr-only">Full number: </span>
        <span>{fetcher.data.number}</span>
      </p>
    );
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      {isHydrated ? (
        <Button
          variant="secondary"
          size="small"
          pending={fetcher.state !== 'idle'}
          onClick={() => fetcher.submit(null, { method: 'post', action: path })}
        >
          Show full number
        </Button>
      ) : (
        <TextLink to={path} target="_blank" rel="noopener" className="text-sm">
          Show full number (opens in a new tab)
        </TextLink>
      )}
      {isUnopened ? <NotOpened /> : <ViewedBy views={views} />}
    </div>
  );
}
