import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useNavigation } from '@remix-run/react';
import { acceptDispute } from '~/payments/disputes/disputes';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Form } from '~/ui/forms/form';
import { Money } from '~/ui/content/money';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireMerchant } from '../../guards';
import { requireDispute } from './require-dispute';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'disputes_answer');
  const { id, isOpen, orderAmount, orderCurrency } = await requireDispute({ account, environment }, params);
  if (!isOpen) return redirect(`/transactions/${id}/dispute`);
  return { id, orderAmount, orderCurrency };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'disputes_answer');
  const { id } = await requireDispute({ account, environment }, params);
  // After a colleague's change or a second click, the current state is shown.
  await acceptDispute({
    accountId: account.id,
    environment,
    id,
    userId: user.id,
    address: context.clientAddress,
  });
  return redirect(`/transactions/${id}/dispute`);
}

export const meta = pageTitle('Accept a chargeback');

export default function AcceptDispute() {
  const { id, orderAmount, orderCurrency } = useLoaderData<typeof loader>();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <PageHeader title="Accept this chargeback?" />
      <Panel className="max-w-3xl">
        <p className="mb-5">
          The payer keeps <Money amount={orderAmount} currency={orderCurrency} className="font-semibold" />.
          You can’t undo this or respond afterward.
        </p>
        <Form method="post" className="flex flex-wrap gap-3">
          <Button type="submit" variant="danger" pending={busy}>
            Accept chargeback
          </Button>
          <ButtonLink to={`/transactions/${id}/dispute`} variant="secondary">
            Back
          </ButtonLink>
        </Form>
      </Panel>
    </>
  );
}
