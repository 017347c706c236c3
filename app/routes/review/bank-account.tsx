import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { revealBankAccount } from '~/merchants/applications/viewings';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { pageTitle } from '~/ui/page-title';
import { TextLink } from '~/ui/text-link';
import { requireStaff } from '../guards';
import { openDesk } from './open-desk';
import { pathOf } from './paths';
import { notFound } from './step';
import { SubHeader } from './sub-header';

export const meta = pageTitle('Bank account');

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  return { desk: await openDesk(params, user) };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'applications_review');
  const shown = await revealBankAccount({
    applicationId: params.id ?? '',
    readerId: user.id,
    address: context.clientAddress,
  });
  if (!shown) throw notFound();
  if (shown === 'own_account') throw new Response(null, { status: 403 });
  return shown;
}

export default function BankAccount() {
  const { desk } = useLoaderData<typeof loader>();
  const shown = useActionData<typeof action>();
  return (
    <>
      <SubHeader
        name={desk.name}
        title="Bank account"
        lead="It is shown once, and that you looked is recorded."
      />
      <Card className="max-w-2xl">
        {shown ? (
          <p className="font-mono text-lg break-all">{shown.number}</p>
        ) : (
          <Form method="post" action={pathOf(desk.id, 'bank-account')} reloadDocument>
            <Button type="submit">Show</Button>
          </Form>
        )}
        <p className="mt-5">
          <TextLink to={pathOf(desk.id)}>Back to the application</TextLink>
        </p>
      </Card>
    </>
  );
}
