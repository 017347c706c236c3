import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { revealBankAccount } from '~/merchants/applications/review/document-views';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { requireStaff } from '../guards';
import { requireAssignment } from './assignment-access';
import { getReviewPath } from './review-path';
import { createNotFoundResponse } from './review-action';
import { ActionHeader } from './reason-form/action-header';

export const meta = pageTitle('Bank account');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { assignment: await requireAssignment(params, user) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const bankAccount = await revealBankAccount({
    applicationId: params.id ?? '',
    readerId: user.id,
    address: context.clientAddress,
  });
  if (!bankAccount) throw createNotFoundResponse();
  if (bankAccount === 'own_account') throw new Response(null, { status: 403 });
  return bankAccount;
}

export default function BankAccount() {
  const { assignment } = useLoaderData<typeof loader>();
  const bankAccount = useActionData<typeof action>();
  return (
    <>
      <ActionHeader
        name={assignment.name}
        title="Bank account"
        lead="The full number is shown once. Viewing it is recorded."
      />
      <Panel className="max-w-2xl">
        {bankAccount ? (
          <p className="font-mono text-lg break-all">{bankAccount.number}</p>
        ) : (
          <Form method="post" action={getReviewPath(assignment.id, 'bank-account')} reloadDocument>
            <Button type="submit">Show</Button>
          </Form>
        )}
        <p className="mt-5">
          <TextLink to={getReviewPath(assignment.id)}>Back to the application</TextLink>
        </p>
      </Panel>
    </>
  );
}
