import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireStaff } from '../guards';
import { readForm } from '../forms/form-body';
import { formTitle } from '../forms/form-title';
import { requireAssignment } from './assignment-access';
import { SuspensionPage } from './reason-form/suspension-page';
import { changeSuspension } from './reason-form/suspension-change';
import { getReviewPath } from './review-path';

export const meta = formTitle('Suspension');

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'accounts_suspend');
  return { assignment: await requireAssignment(params, user), rejected: context.formRejected ?? false };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'accounts_suspend');
  const { id, accountId } = await requireAssignment(params, user);
  return changeSuspension(context, await readForm(request), {
    accountId,
    reviewerId: user.id,
    returnPath: getReviewPath(id),
  });
}

export default function Suspension() {
  const { assignment } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <SuspensionPage
      name={assignment.name}
      isSuspended={assignment.suspended}
      path={getReviewPath(assignment.id, 'suspension')}
      backPath={getReviewPath(assignment.id)}
      rejected={rejected}
    />
  );
}
