import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CreditCard } from 'lucide-react';
import { hasPermission } from '~/merchants/team/members';
import { listSavedCards } from '~/payments/checkout/saved-cards';
import { isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import { Banner } from '~/ui/layout/banner';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Pagination } from '~/ui/content/pagination';
import { requireMerchant } from '../guards';
import { SavedCardTable } from './cards/card-table';

export const meta = pageTitle('Saved cards');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, role, environment } = await requireMerchant(request);
  const { searchParams } = new URL(request.url);
  const input = readTextParameter(searchParams, 'before');
  const page = isId('tok', input) ? input : undefined;
  const list = await listSavedCards({ accountId: account.id, environment, before: page });
  return {
    ...list,
    page,
    environment,
    mayDelete: hasPermission(role, 'transactions_change'),
    deleted: searchParams.has('deleted'),
  };
}

export default function Cards() {
  const { cards, before, page, environment, mayDelete, deleted } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Saved cards"
        lead={`Cards that payers saved in your ${environment} environment, newest first. You charge a saved card with its token.`}
      />
      {deleted && (
        <div className="mb-6">
          <Banner tone="positive" title="Card deleted" announced>
            The card number is permanently deleted, and its token can no longer be charged. Past payments
            aren’t affected.
          </Banner>
        </div>
      )}
      {cards.length ? (
        <Panel>
          <SavedCardTable cards={cards} mayDelete={mayDelete} />
        </Panel>
      ) : (
        <EmptyState
          icon={CreditCard}
          title={page ? 'No older cards' : 'No cards yet'}
          action={<ButtonLink to="/docs/card-tokens">Learn how to save a card</ButtonLink>}
        >
          Cards appear here after a payer saves one on our card page. Your server creates that page with{' '}
          <code className="font-mono text-sm">POST /intents/card</code>.
        </EmptyState>
      )}
      <Pagination newest={page ? '/cards' : null} older={before ? `/cards?before=${before}` : null} />
    </>
  );
}
