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
import { CardTable } from './cards/card-table';

export const meta = pageTitle('Cards');

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
        title="Cards"
        lead={`Cards that payers let you keep in your ${environment} environment, newest first. You charge them by their token.`}
      />
      {deleted && (
        <div className="mb-6">
          <Banner tone="positive" title="The card is deleted" announced>
            Its number is erased, and nothing can be charged to its token any more. Payments made with it stay
            as they are.
          </Banner>
        </div>
      )}
      {cards.length ? (
        <Panel>
          <CardTable cards={cards} mayDelete={mayDelete} />
        </Panel>
      ) : (
        <EmptyState
          icon={CreditCard}
          title={page ? 'No older cards' : 'No cards yet'}
          action={<ButtonLink to="/docs/card-tokens">Read how to keep a card</ButtonLink>}
        >
          A card stands here once a payer has saved it on our card page. Your server makes that page with{' '}
          <code className="font-mono text-sm">POST /intents/card</code>.
        </EmptyState>
      )}
      <Pagination newest={page ? '/cards' : null} older={before ? `/cards?before=${before}` : null} />
    </>
  );
}
