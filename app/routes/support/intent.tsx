import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { isId } from '~/platform/ids';
import { recordStaffAccess } from '~/support/access-log';
import { findIntentOwner } from '~/support/record-owners';
import { Money } from '~/ui/content/money';
import { Badge } from '~/ui/content/status-badge';
import { TimeZoneContext } from '~/ui/content/time';
import { intentStatusLabels } from '~/ui/labels/intent-status-labels';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { OrderTable } from '~/ui/transactions/order-table';
import { requireStaff } from '../guards';
import { IntentAttempts } from './intent/intent-attempts';
import { IntentFacts } from './intent/intent-facts';
import { IntentOutcome } from './intent/intent-outcome';
import { readIntent } from './intent/read-intent';
import { EnvironmentBadge, PaymentTable } from './search/payment-table';
import { AnswersPanel } from './transaction/answers/answers-panel';
import { BackToMerchant, ReadOnlyBanner } from './merchant-view';

export const meta = pageTitle((data) => (data ? 'Payment intent' : 'Not found'));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const id = params.id ?? '';
  const owner = isId('int', id) ? await findIntentOwner(id) : null;
  if (!owner) throw new Response(null, { status: 404 });
  const { accountId, environment } = owner;
  await recordStaffAccess({
    userId: user.id,
    accountId,
    action: 'staff_viewed_intent',
    subject: id,
    details: { environment },
  });
  const language = new URL(request.url).searchParams.get('language');
  const found = await readIntent(owner, id, { language, now: new Date() });
  if (!found) throw new Response(null, { status: 404 });
  return { owner, ...found };
}

export default function SupportIntentPage() {
  const { owner, intent, order, attempts, requests, payment, orderPayments, answers } =
    useLoaderData<typeof loader>();
  const { amount, currency, status } = intent;
  return (
    <TimeZoneContext.Provider value={owner.timeZone}>
      <BackToMerchant owner={owner} />
      <PageHeader
        title={
          <>
            <span className="block text-base font-medium tracking-normal text-ink-soft">Payment intent</span>
            <Money amount={amount} currency={currency} />
          </>
        }
        lead={<IntentOutcome intent={intent} attempts={attempts} requests={requests} />}
        action={
          <span className="inline-flex flex-wrap gap-2">
            <EnvironmentBadge environment={owner.environment} />
            <Badge {...intentStatusLabels[status]} />
          </span>
        }
      />
      <ReadOnlyBanner owner={owner} title="Read-only" />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0 space-y-6">
          {payment && (
            <Panel title="Payment" id="payment">
              <PaymentTable caption="The payment of this intent" payments={[payment]} isSingleMerchant />
            </Panel>
          )}
          {orderPayments.length > 0 && (
            <Panel title="Other payments for this order" id="order-payments">
              <PaymentTable
                caption="Other payments with this order ID, newest first"
                payments={orderPayments}
                isSingleMerchant
              />
            </Panel>
          )}
          <AnswersPanel {...answers} />
          <IntentAttempts attempts={attempts} />
        </div>
        <div className="min-w-0 space-y-6">
          {order.lines.length > 0 && (
            <Panel title="Order">
              <OrderTable order={order} amount={amount} currency={currency} />
            </Panel>
          )}
          <IntentFacts intent={intent} requests={requests} owner={owner} />
        </div>
      </div>
    </TimeZoneContext.Provider>
  );
}
