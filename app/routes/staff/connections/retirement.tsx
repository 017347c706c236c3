import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { retireActiveConnection } from '~/payments/connections/connection-setup';
import { RemovalForm } from '~/ui/forms/removal-form';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireConfirmed, requireStaff } from '../../guards';
import { requireConnection } from './require-connection';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'connections_manage');
  const connection = await requireConnection(params);
  if (connection.state !== 'active') return redirect(`/staff/connections/${connection.id}`);
  return { connection };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff);
  const { id } = await requireConnection(params);
  const outcome = await retireActiveConnection({ id, by: staff.user.id, address: context.clientAddress });
  return redirect(`/staff/connections/${id}?done=${outcome === 'retired' ? outcome : 'moved_on'}`);
}

export const meta = pageTitle('Retire connection');

export default function Retirement() {
  const { connection } = useLoaderData<typeof loader>();
  const { id, name, account, environment, acquirer } = connection;
  return (
    <>
      <PageHeader
        title={`Retire ${name}?`}
        lead={
          acquirer === 'simulator'
            ? 'It takes no new payments. Its existing payments continue, and you can activate it again.'
            : 'It takes no new payments. Its existing payments continue with it, and its secrets stay saved for them. You can’t undo this, but you can add the account again as a new connection.'
        }
      />
      <div className="max-w-3xl space-y-6">
        <Banner tone="caution" title={account ? `New payments of ${account.name}` : 'No replacement'}>
          {account
            ? `From now on, they use the ${environment} connection for all merchants, if there is one.`
            : `Merchants without their own connection can’t take new ${environment} payments until another connection is active. To switch without a gap, approve the new connection instead: it retires this one.`}
        </Banner>
        <RemovalForm submitLabel="Retire connection" cancelUrl={`/staff/connections/${id}`} />
      </div>
    </>
  );
}
