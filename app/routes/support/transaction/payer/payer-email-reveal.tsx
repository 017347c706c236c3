import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { isId } from '~/platform/ids';
import { revealPayerEmail } from '~/support/payer/payer-email';
import { findTransactionOwner } from '~/support/record-owners';
import { Button } from '~/ui/forms/button';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Panel } from '~/ui/layout/panel';
import { TextLink } from '~/ui/content/text-link';
import { requireStaff } from '../../../guards';

export const meta = pageTitle('Payer’s email');

const findOwner = async (id: string) => {
  const owner = isId('trx', id) ? await findTransactionOwner(id) : null;
  if (!owner) throw new Response(null, { status: 404 });
  return owner;
};

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'payments_view');
  const id = params.id ?? '';
  await findOwner(id);
  return { id };
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { user } = await requireStaff(request, 'payments_view');
  const id = params.id ?? '';
  const email = await revealPayerEmail(await findOwner(id), { id, userId: user.id });
  if (email === null) throw new Response(null, { status: 404 });
  return { email };
}

export default function PayerEmailReveal() {
  const { id } = useLoaderData<typeof loader>();
  const revealed = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Payer’s email" lead="The merchant’s audit log records that you viewed it." />
      <Panel className="max-w-2xl">
        {revealed ? (
          <p className="text-lg break-all">{revealed.email}</p>
        ) : (
          <Form method="post" action={`/support/transactions/${id}/payer-email`} reloadDocument>
            <Button type="submit">Show email</Button>
          </Form>
        )}
        <p className="mt-5">
          <TextLink to={`/support/transactions/${id}`}>Back to the payment</TextLink>
        </p>
      </Panel>
    </>
  );
}
