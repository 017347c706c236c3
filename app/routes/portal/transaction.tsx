import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { countryName } from '~/merchants/applications/questions/country-names';
import { hasPermission, listRolesWithPermission } from '~/merchants/team/members';
import { memberRoleLabels } from '~/merchants/team/role-labels';
import { formatAddressLines } from '~/payments/checkout/billing/address-format';
import { findManualOperationResult } from '~/payments/operations/manual-operation-results';
import { listSimulatedEvents } from '~/payments/operations/simulated-events';
import { findManualOperationTarget, isSecondFactorMissing } from '~/payments/operations/manual-operations';
import { findNotPaidOut } from '~/payments/payouts/not-paid-out';
import { listTransactionPayouts } from '~/payments/payouts/transaction-payouts';
import { readCardHolder, type CardHolder } from '~/payments/transactions/card-holder';
import { orderLines } from '~/payments/transactions/order-lines';
import { readTimeline, timelineLimits } from '~/payments/transactions/timeline';
import { timelineKinds } from '~/payments/transactions/timeline-kinds';
import { createSupportBundle } from '~/payments/transactions/support-bundle';
import { findTransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { isId } from '~/platform/ids';
import { Panel } from '~/ui/layout/panel';
import { Money } from '~/ui/content/money';
import { OrderTable } from '~/ui/transactions/order-table';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { StatusBadge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { describeTransaction } from '~/ui/transactions/transaction-description';
import { getTransactionTypeLabel } from '~/ui/labels/transaction-labels';
import { requireMerchant } from '../guards';
import { requireInEnvironment } from './selection/require-in-environment';
import { AmountsPanel } from './transaction/amounts';
import { OperationResult } from './transaction/operation-result';
import { Dispute } from './transaction/dispute';
import { Facts } from './transaction/facts';
import { listOffers } from './transaction/operation/operation-form-data';
import { OperationRequests, Operations } from './transaction/operations';
import { PayerPanel, type Payer } from './transaction/payer';
import { RelatedTransactions } from './transaction/related-transactions';
import { TransactionPayouts } from './transaction/transaction-payouts';
import { Timeline } from './transaction/timeline';
import { SupportBundle } from './transaction/support-bundle';
import { SimulatedEventResult, SimulatedEvents } from './transaction/simulated-events';
import { CheckoutVisitDetails } from './transaction/checkout-visit';

export const meta = pageTitle((data) => {
  const { transaction } = (data ?? {}) as { transaction?: { type: string } };
  return transaction ? getTransactionTypeLabel(transaction.type) : data ? 'Transaction' : 'Not found';
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user, account, environment, role } = await requireMerchant(request);
  const id = params.id ?? '';
  const query = new URL(request.url).searchParams;
  const all = query.has('all');
  const limit = timelineLimits[all ? 'all' : 'some'];
  const transaction = await requireInEnvironment({ account, environment }, 'transaction', async (where) =>
    isId('trx', id)
      ? findTransactionWithOperations({ accountId: account.id, environment: where, id, limit })
      : null,
  );
  const { order, ...rest } = transaction;
  const simulatedEvents =
    environment === 'test' && hasPermission(role, 'events_simulate')
      ? await listSimulatedEvents({ accountId: account.id, id })
      : [];
  const isDeveloper = hasPermission(role, 'developer_view');
  const timeline = await readTimeline(rest, {
    ...{ accountId: account.id, environment, limit },
    ...{ reads: all, isDeveloper },
  });
  const now = new Date();
  const payment = await findManualOperationTarget({ accountId: account.id, environment, id });
  return {
    transaction: rest,
    sentence: describeTransaction(rest, { timeZone: account.timeZone, now }),
    timeline: {
      ...timeline,
      all,
      visibleKinds: timelineKinds.find((kind) => kind === query.get('show')) ?? null,
      developer: isDeveloper,
    },
    bundle: createSupportBundle(rest, timeline.entries, now),
    order: orderLines(order, transaction.orderAmount),
    payer: toPayer(readCardHolder(order)),
    payouts: await listTransactionPayouts({ accountId: account.id, environment, ids: [id] }),
    notPaidOut: await findNotPaidOut({ accountId: account.id, environment, id }),
    simulatedEvents,
    simulatedResult: query.get('simulated'),
    operationResult: findManualOperationResult(transaction, query.get('requested')),
    offers: payment && listOffers(payment, environment),
    role: {
      name: memberRoleLabels[role].name,
      mayChange: hasPermission(role, 'transactions_change'),
      secondFactorMissing:
        hasPermission(role, 'transactions_change') &&
        (await isSecondFactorMissing({ environment, userId: user.id })),
      grantedBy: listRolesWithPermission('members_manage'),
    },
  };
}

function toPayer(holder: CardHolder): Payer | null {
  const { first_name, middle_name, last_name, email, phone, country } = holder;
  const lines = formatAddressLines(holder);
  return Object.keys(holder).length
    ? {
        name: [first_name, middle_name, last_name].filter(Boolean).join(' '),
        ...(email && { email }),
        ...(phone && { phone }),
        addressLines: country ? [...lines, countryName(country) ?? country] : lines,
      }
    : null;
}

export default function TransactionPage() {
  const {
    transaction,
    sentence,
    timeline,
    bundle,
    order,
    payer,
    payouts,
    notPaidOut,
    simulatedEvents,
    simulatedResult,
    operationResult,
    offers,
    role,
  } = useLoaderData<typeof loader>();
  const { id, type, status, orderAmount, orderCurrency } = transaction;
  return (
    <>
      <TextLink to="/transactions" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Transactions
      </TextLink>
      <PageHeader
        title={
          <>
            <span className="block text-base font-medium tracking-normal text-ink-soft">
              {getTransactionTypeLabel(type)}
            </span>
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Money amount={orderAmount} currency={orderCurrency} />
              <StatusBadge status={status} type={type} details={transaction} />
            </span>
          </>
        }
        lead={sentence}
        action={
          offers && (
            <Operations
              offers={offers}
              currency={orderCurrency}
              locked={transaction.chargebackOpen}
              role={role}
            />
          )
        }
      />
      {operationResult && <OperationResult result={operationResult} currency={orderCurrency} />}
      {simulatedResult && <SimulatedEventResult result={simulatedResult} />}
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-6">
          <Dispute transaction={transaction} />
          <AmountsPanel transaction={transaction} />
          <Timeline path={`/transactions/${id}`} {...timeline} />
          <RelatedTransactions transaction={transaction} />
          <TransactionPayouts
            id={id}
            type={type}
            entries={payouts}
            notPaidOut={notPaidOut}
            currency={orderCurrency}
          />
          {transaction.checkoutVisit && (
            <CheckoutVisitDetails
              checkoutVisit={transaction.checkoutVisit}
              paymentLink={transaction.paymentLink}
            />
          )}
          {simulatedEvents.length > 0 && (
            <SimulatedEvents transactionId={id} events={simulatedEvents} open={simulatedResult !== null} />
          )}
          {offers && <OperationRequests offers={offers} />}
        </div>
        <div className="min-w-0 space-y-6">
          {order.lines.length > 0 && (
            <Panel title="Order">
              <OrderTable order={order} amount={orderAmount} currency={orderCurrency} />
            </Panel>
          )}
          {payer && <PayerPanel payer={payer} />}
          <Facts transaction={transaction} />
          <SupportBundle text={bundle} />
        </div>
      </div>
    </>
  );
}
