import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import clsx from 'clsx';
import { listRolesWithPermission } from '~/merchants/team/members';
import { manualOperations } from '~/payments/operations/available-operations';
import { findManualOperationTarget } from '~/payments/operations/manual-operations';
import { findNotPaidOut } from '~/payments/payouts/not-paid-out';
import { listTransactionPayouts } from '~/payments/payouts/transaction-payouts';
import { readSupportDetails } from '~/payments/transactions/support-details';
import { orderLines } from '~/payments/transactions/order-lines';
import { readTimeline, timelineLimits } from '~/payments/transactions/timeline';
import { timelineKinds } from '~/payments/transactions/timeline-kinds';
import { findTransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { isId } from '~/platform/ids';
import { recordStaffAccess } from '~/support/access-log';
import { findTransactionOwner } from '~/support/record-owners';
import { Panel } from '~/ui/layout/panel';
import { Money } from '~/ui/content/money';
import { OrderTable } from '~/ui/transactions/order-table';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Badge, StatusBadge } from '~/ui/content/status-badge';
import { TimeZoneContext } from '~/ui/content/time';
import { describeTransaction } from '~/ui/transactions/transaction-description';
import { getTransactionTypeLabel } from '~/ui/labels/transaction-labels';
import { requireStaff } from '../guards';
import { AmountsPanel } from '../portal/transaction/amounts';
import { Facts } from '../portal/transaction/facts';
import { RecordLinksContext } from '../portal/record-links';
import { RelatedTransactions } from '../portal/transaction/related-transactions';
import { TransactionPayouts } from '../portal/transaction/transaction-payouts';
import { Timeline } from '../portal/transaction/timeline';
import { CheckoutVisitDetails } from '../portal/transaction/checkout-visit';
import { EnvironmentBadge } from './search/payment-table';
import { getSupportLinks } from './support-links';
import { OperationAvailability } from './transaction/operation-availability';
import { AnswersPanel } from './transaction/answers/answers-panel';
import { DuplicateNotice } from './transaction/payer/duplicate-notice';
import { PayerOverview } from './transaction/payer/payer-overview';
import { readPayer } from './transaction/payer/read-payer';
import { AcquirerExchangesPanel } from './transaction/acquirer-exchanges';
import { AcquirerLedgerPanel } from './transaction/acquirer-ledger';
import { WebhookDeliveriesPanel } from './transaction/webhook-deliveries';
import { TransactionJobs } from './transaction/transaction-jobs';
import { BackToMerchant, ReadOnlyBanner } from './merchant-view';

export const meta = pageTitle((data) => {
  const { transaction } = (data ?? {}) as { transaction?: { type: string } };
  return transaction ? getTransactionTypeLabel(transaction.type) : 'Not found';
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const id = params.id ?? '';
  const owner = isId('trx', id) ? await findTransactionOwner(id) : null;
  if (!owner) throw new Response(null, { status: 404 });
  const { accountId, environment, timeZone } = owner;
  await recordStaffAccess({
    userId: user.id,
    accountId,
    action: 'staff_viewed_transaction',
    subject: id,
    details: { environment },
  });
  const query = new URL(request.url).searchParams;
  const all = query.has('all');
  const limit = timelineLimits[all ? 'all' : 'some'];
  const transaction = await findTransactionWithOperations({ accountId, environment, id, limit });
  if (!transaction) throw new Response(null, { status: 404 });
  // The payer's email and address stay in the database.
  const { order, ...publicTransaction } = transaction;
  const now = new Date();
  const related = [id, ...transaction.children.map((child) => child.id)];
  const [timeline, internalDetails, payer, payouts, notPaidOut, payment] = await Promise.all([
    readTimeline(publicTransaction, { accountId, environment, limit, reads: all, isDeveloper: true }),
    readSupportDetails(publicTransaction),
    transaction.type === 'PAYMENT'
      ? readPayer(owner, transaction, { language: query.get('language'), now })
      : null,
    listTransactionPayouts({ accountId, environment, ids: related }),
    findNotPaidOut({ accountId, environment, id }),
    findManualOperationTarget({ accountId, environment, id }),
  ]);
  return {
    owner,
    transaction: publicTransaction,
    sentence: describeTransaction(publicTransaction, { timeZone, now }),
    timeline: {
      ...timeline,
      all,
      visibleKinds: timelineKinds.find((kind) => kind === query.get('show')) ?? null,
      developer: true,
    },
    order: orderLines(order, transaction.orderAmount),
    behind: internalDetails,
    payer,
    payouts,
    notPaidOut,
    operations:
      payment && manualOperations.map((operation) => ({ operation, ...payment.availability(operation) })),
    operatorRoles: listRolesWithPermission('transactions_change'),
  };
}

export default function SupportTransaction() {
  const {
    owner,
    transaction,
    sentence,
    timeline,
    order,
    behind: internalDetails,
    payer,
    payouts,
    notPaidOut,
    operations,
    operatorRoles,
  } = useLoaderData<typeof loader>();
  const { id, type, status, orderAmount, orderCurrency } = transaction;
  return (
    <TimeZoneContext.Provider value={owner.timeZone}>
      <RecordLinksContext.Provider value={getSupportLinks(owner.accountId)}>
        <BackToMerchant owner={owner} />
        <PageHeader
          title={
            <>
              <span className="block text-base font-medium tracking-normal text-ink-soft">
                {getTransactionTypeLabel(type)}
              </span>
              <Money amount={orderAmount} currency={orderCurrency} />
            </>
          }
          lead={sentence}
          action={
            <span className="inline-flex flex-wrap gap-2">
              <EnvironmentBadge environment={owner.environment} />
              <StatusBadge status={status} type={type} details={transaction} />
              {transaction.children.some(
                (child) => child.type === 'REFUND' && child.status === 'DECLINED',
              ) && <Badge text="Refund failed" tone="negative" />}
            </span>
          }
        />
        <ReadOnlyBanner owner={owner} />
        {payer?.duplicates && <DuplicateNotice paymentId={id} {...payer.duplicates} />}
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:grid-rows-[auto_1fr]">
          {payer && (
            // On a phone, before the long timeline.
            <div className="min-w-0 xl:col-start-2">
              <PayerOverview {...payer.card} />
            </div>
          )}
          <div className={clsx('min-w-0 space-y-6 xl:col-start-1 xl:row-start-1', payer && 'xl:row-span-2')}>
            <AmountsPanel transaction={transaction} />
            {operations && (
              <OperationAvailability
                operations={operations}
                transaction={transaction}
                owner={owner}
                roles={operatorRoles}
              />
            )}
            {payer && <AnswersPanel {...payer.answers} />}
            <Timeline path={`/support/transactions/${id}`} {...timeline} />
            {transaction.checkoutVisit && (
              <CheckoutVisitDetails
                checkoutVisit={transaction.checkoutVisit}
                paymentLink={transaction.paymentLink}
              />
            )}
            <RelatedTransactions transaction={transaction} />
            <TransactionPayouts
              id={id}
              type={type}
              entries={payouts}
              notPaidOut={notPaidOut}
              currency={orderCurrency}
            />
          </div>
          <div className="min-w-0 space-y-6 xl:col-start-2">
            {order.lines.length > 0 && (
              <Panel title="Order">
                <OrderTable order={order} amount={orderAmount} currency={orderCurrency} />
              </Panel>
            )}
            <Facts transaction={transaction} />
          </div>
        </div>
        <h2 className="mt-10 mb-4 text-xl font-semibold tracking-tight">Not visible to the merchant</h2>
        <div className="space-y-6">
          <AcquirerExchangesPanel exchanges={internalDetails.exchanges} />
          <AcquirerLedgerPanel
            ledgerEntries={internalDetails.ledgerEntries}
            discrepancies={internalDetails.discrepancies}
          />
          <WebhookDeliveriesPanel deliveries={internalDetails.deliveries} />
          <TransactionJobs jobs={internalDetails.jobs} />
        </div>
      </RecordLinksContext.Provider>
    </TimeZoneContext.Provider>
  );
}
