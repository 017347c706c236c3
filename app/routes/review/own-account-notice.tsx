import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { UserRoundX } from 'lucide-react';

/** Shown instead of an application of the reader's own account. */
export function OwnAccountNotice() {
  return (
    <>
      <PageHeader title="Your own account" />
      <EmptyState
        icon={UserRoundX}
        title="A colleague decides"
        action={<TextLink to="/review">Back to the queue</TextLink>}
      >
        You’re a member of this account, so you can’t see its review. The portal shows you what the merchant
        sees.
      </EmptyState>
    </>
  );
}
