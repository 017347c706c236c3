import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { removePerson } from '~/merchants/applications/answers/answers';
import { retrieveChecklist } from '~/merchants/applications/answers/checklist';
import { RemovalForm } from '~/ui/forms/removal-form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requireMerchant } from '../../guards';
import { requireApplicationPerson } from './require-person';

const list = '/application/people';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'account_manage');
  return { name: requireApplicationPerson(await retrieveChecklist(account.id), params).name };
}

/** Removing a person twice has the same effect. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'account_manage');
  const removed = await removePerson(
    { accountId: account.id, by: { userId: user.id, address: context.clientAddress } },
    params.personId!,
  );
  return redirect(removed === 'closed' || removed === 'not_reopened' ? '/application?closed' : list);
}

export const meta = pageTitle('Remove a person');

export default function RemovePerson() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title={`Remove ${name}?`}
        lead="This deletes everything you entered about this person, including their identity document."
      />
      <RemovalForm submitLabel="Remove" cancelUrl={list} cancelLabel="Keep" />
    </>
  );
}
