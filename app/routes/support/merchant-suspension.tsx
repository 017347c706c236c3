import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { hasStaffPermission } from '~/identity/staff/staff';
import { isId } from '~/platform/ids';
import { findMerchantAccount } from '~/support/merchant-summary';
import { Banner } from '~/ui/layout/banner';
import { readForm } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireStaff } from '../guards';
import { readReviewFlashMessage } from '../review/flash-message';
import { changeSuspension } from '../review/reason-form/suspension-change';
import { SuspensionPage } from '../review/reason-form/suspension-page';

export const meta = formTitle('Suspension');

async function requireAccount({ id = '' }: { id?: string }) {
  const account = isId('acc', id) ? await findMerchantAccount(id) : null;
  if (!account) throw new Response(null, { status: 404 });
  return account;
}

/** Any account, also one that never submitted an application. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { role } = await requireStaff(request, 'accounts_suspend');
  const { id, name, status } = await requireAccount(params);
  return {
    id,
    name,
    isSuspended: status === 'suspended',
    mayView: hasStaffPermission(role, 'merchants_view'),
    outcome: readReviewFlashMessage(request),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'accounts_suspend');
  const { id } = await requireAccount(params);
  return changeSuspension(context, await readForm(request), {
    accountId: id,
    reviewerId: user.id,
    returnPath: getSuspensionPath(id),
  });
}

const getSuspensionPath = (accountId: string) => `/support/merchants/${accountId}/suspension`;

export default function MerchantSuspension() {
  const { id, name, isSuspended, mayView, outcome } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      {outcome && !rejected && <Banner tone={outcome.tone} title={outcome.text} announced />}
      <SuspensionPage
        name={name}
        isSuspended={isSuspended}
        path={getSuspensionPath(id)}
        backPath={mayView ? `/support/merchants/${id}` : '/review'}
        rejected={rejected ?? undefined}
      />
    </>
  );
}
