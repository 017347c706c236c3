import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArrowLeft } from 'lucide-react';
import { mayDo } from '~/merchants/members';
import { listTrials } from '~/payments/failure-lab';
import { orderLines } from '~/payments/order-lines';
import { findTransactionWithTrail } from '~/payments/transaction-trail';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { listDeliveriesOf } from '~/webhooks/delivery-log';
import { Card } from '~/ui/card';
import { Money } from '~/ui/money';
import { OrderTable } from '~/ui/order-table';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { StatusBadge } from '~/ui/status-badge';
import { TextLink } from '~/ui/text-link';
import { Timeline } from '~/ui/timeline';
import { typeWord } from '~/ui/transaction-words';
import { requireMerchant } from '../guards';
import { Amounts } from './transaction/amounts';
import { Elsewhere } from './transaction/elsewhere';
import { Facts } from './transaction/facts';
import { Relatives } from './transaction/relatives';
import { TrialResult, Trials } from './transaction/trials';
import { Visit } from './transaction/visit';
import { Webhooks } from './transaction/webhooks';

export const meta = pageTitle((data) => {
  const { transaction } = (data ?? {}) as { transaction?: { type: string } };
  return transaction ? typeWord(transaction.type) : data ? 'Transaction' : 'Not found';
});

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment, role } = await requireMerchant(request);
  const id = params.id ?? '';
  const find = async (where: Environment) => (isId('trx', id) ? findTransactionWithTrail({ accountId: account.id, environment: where, id }) : null);
  const transaction = await find(environment);
  // An address is shared between people, and each may have switched to another environment.
  const other = environment === 'test' ? 'live' : 'test';
  if (!transaction && account.mode === 'live' && (await find(other))) return { elsewhere: { id, environment: other } as const };
  if (!transaction) throw new Response(null, { status: 404 });
  // The card holder's address stays in the database: this page has no use for it.
  const { order, ...rest } = transaction;
  const trials = environment === 'test' && mayDo(role, 'transactions_change') ? await listTrials({ accountId: account.id, id }) : [];
  const deliveries = mayDo(role, 'developer_view') ? await listDeliveriesOf({ accountId: account.id, environment, id }) : [];
  const tried = new URL(request.url).searchParams.get('tried');
  return { elsewhere: null, transaction: rest, order: orderLines(order, transaction.orderAmount), trials, tried, deliveries };
}

export default function TransactionPage() {
  const loaded = useLoaderData<typeof loader>();
  return loaded.elsewhere ? <Elsewhere {...loaded.elsewhere} /> : <Shown {...loaded} />;
}

type Found = Exclude<Awaited<ReturnType<typeof loader>>, { elsewhere: object }>;

function Shown({ transaction, order, trials, tried, deliveries }: Found) {
  const { type, status, orderAmount, orderCurrency, operations } = transaction;
  return (
    <>
      <TextLink to="/transactions" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Transactions
      </TextLink>
      <PageHeader
        title={
          <>
            <span className="block text-base font-medium tracking-normal text-ink-soft">{typeWord(type)}</span>
            <Money amount={orderAmount} currency={orderCurrency} />
          </>
        }
        action={<StatusBadge status={status} type={type} disputed={transaction} />}
      />
      {tried && <TrialResult result={tried} />}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-6">
          <Amounts transaction={transaction} />
          <Card title="Timeline">
            <Timeline entries={operations} />
          </Card>
          {transaction.visit && <Visit visit={transaction.visit} />}
          <Relatives transaction={transaction} />
          {deliveries.length > 0 && <Webhooks deliveries={deliveries} />}
          {trials.length > 0 && <Trials transactionId={transaction.id} trials={trials} />}
        </div>
        <div className="min-w-0 space-y-6">
          {order.lines.length > 0 && (
            <Card title="Order">
              <OrderTable order={order} amount={orderAmount} currency={orderCurrency} />
            </Card>
          )}
          <Facts transaction={transaction} />
        </div>
      </div>
    </>
  );
}
