import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { UserRoundX } from 'lucide-react';

/** In place of an application of the reader's own business. */
export function OwnAccountNotice() {
  return (
    <>
      <PageHeader title="Your own account" />
      <EmptyState
        icon={UserRoundX}
        title="A colleague has to decide"
        action={<TextLink to="/review">Back to the queue</TextLink>}
      >
        You belong to this account. What colleagues write about it stays closed to you here; the portal shows
        you what merchants see.
      </EmptyState>
    </>
  );
}
