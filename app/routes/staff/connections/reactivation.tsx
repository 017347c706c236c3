import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { reactivateSimulator } from '~/payments/connections/connection-setup';
import { TextLink } from '~/ui/content/text-link';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireConfirmed, requireStaff } from '../../guards';
import { requireConnection } from './require-connection';
import { SwitchNotice } from './switch-notice';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'connections_manage');
  const connection = await requireConnection(params);
  const { id, state, isBuiltIn, isUsable } = connection;
  if (state !== 'retired' || !isBuiltIn || !isUsable) return redirect(`/staff/connections/${id}`);
  return { connection };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff);
  const { id } = await requireConnection(params);
  const outcome = await reactivateSimulator({ id, by: staff.user.id, address: context.clientAddress });
  return redirect(`/staff/connections/${id}?done=${outcome === 'reactivated' ? outcome : 'moved_on'}`);
}

export const meta = pageTitle('Activate the simulator');

export default function Reactivation() {
  const { connection } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Activate the simulator again?"
        lead={`Within 5 seconds, new ${connection.environment} payments of all merchants without their own connection go to the simulator. No real money moves.`}
      />
      <div className="max-w-3xl space-y-6">
        <SwitchNotice connection={connection} />
        <Form method="post" reloadDocument className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button type="submit">Activate simulator</Button>
          <TextLink to={`/staff/connections/${connection.id}`}>Cancel</TextLink>
        </Form>
      </div>
    </>
  );
}
