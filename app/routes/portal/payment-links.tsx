import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Link2 } from 'lucide-react';
import { hasPermission } from '~/merchants/team/members';
import { listPaymentLinks } from '~/payments/payment-links/link-list';
import { isId } from '~/platform/ids';
import { readTextParameter } from '~/platform/lists/list-url';
import { Pagination } from '~/ui/content/pagination';
import { ButtonLink } from '~/ui/forms/button';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { requireMerchant } from '../guards';
import { toLinkSummary } from './payment-links/link-summary';
import { LinkTable } from './payment-links/link-table';

const path = '/payment-links';

export const meta = pageTitle('Payment links');

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment, role } = await requireMerchant(request);
  const position = readTextParameter(new URL(request.url).searchParams, 'before');
  const before = isId('plink', position) ? position : undefined;
  const page = await listPaymentLinks({ accountId: account.id, environment, before });
  return {
    links: page.links.map((link) => ({
      ...toLinkSummary(link),
      ...{ visits: link.visits, count: link.count },
      ...{ total: link.total, refunded: link.refunded, chargedBack: link.chargedBack },
    })),
    older: page.before && `${path}?before=${page.before}`,
    newest: before ? path : null,
    mayCreate: hasPermission(role, 'transactions_change'),
  };
}

export default function PaymentLinks() {
  const { links, older, newest, mayCreate } = useLoaderData<typeof loader>();
  const create = mayCreate && <ButtonLink to={`${path}/new`}>New payment link</ButtonLink>;
  return (
    <>
      <PageHeader
        title="Payment links"
        lead="Get paid without a website: send a link, or print its QR code."
        action={links.length > 0 && create}
      />
      {links.length ? (
        <Panel>
          <LinkTable links={links} />
        </Panel>
      ) : (
        <EmptyState icon={Link2} title={newest ? 'No more payment links' : 'No payment links yet'}>
          {newest
            ? 'You’ve reached the end of the list.'
            : 'Set a price, or let payers choose the amount. Anyone with the link can pay by card.'}
          {!newest && create && <div className="mt-4">{create}</div>}
        </EmptyState>
      )}
      <Pagination newest={newest} older={older} />
    </>
  );
}
