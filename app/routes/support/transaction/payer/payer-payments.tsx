import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeft, SearchX } from 'lucide-react';
import { isId } from '~/platform/ids';
import { recordStaffAccess } from '~/support/access-log';
import { findPayerPayment, listPayerPayments } from '~/support/payer/payer-payments';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { Pagination } from '~/ui/content/pagination';
import { TextLink } from '~/ui/content/text-link';
import { requireStaff } from '../../../guards';
import { EnvironmentBadge, PaymentTable } from '../../search/payment-table';

export const meta = pageTitle('Payments of this payer');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const id = params.id ?? '';
  const found = isId('trx', id) ? await findPayerPayment(id) : null;
  if (!found) throw new Response(null, { status: 404 });
  const { owner, payment } = found;
  await recordStaffAccess({
    userId: user.id,
    accountId: owner.accountId,
    action: 'staff_viewed_payer_payments',
    subject: id,
    details: { environment: owner.environment },
  });
  const cursor = new URL(request.url).searchParams.get('before') ?? '';
  const before = isId('trx', cursor) ? cursor : undefined;
  return { id, owner, isFirst: !before, ...(await listPayerPayments({ payment, before })) };
}

export default function PayerPayments() {
  const { id, owner, isFirst, payments, older } = useLoaderData<typeof loader>();
  const path = `/support/transactions/${id}/payer`;
  return (
    <>
      <TextLink to={`/support/transactions/${id}`} className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Payment
      </TextLink>
      <PageHeader
        title="Payments of this payer"
        lead={`Payments at ${owner.merchant} with the same card or email. Times are in the merchant’s time zone (${owner.timeZone}). The merchant’s audit log records your visit.`}
        action={<EnvironmentBadge environment={owner.environment} />}
      />
      {payments.length ? (
        <Panel title="Payments">
          <PaymentTable caption="Payments, newest first" payments={payments} isSingleMerchant />
        </Panel>
      ) : (
        <EmptyState icon={SearchX} title={older ? 'None among these payments' : 'No payments'}>
          {older
            ? 'We’ve searched only some of the merchant’s payments. Continue to older ones.'
            : 'The payment has no card and no email.'}
        </EmptyState>
      )}
      <Pagination newest={isFirst ? null : path} older={older ? `${path}?before=${older}` : null} />
    </>
  );
}
