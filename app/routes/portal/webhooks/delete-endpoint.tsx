import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RemovalForm } from '~/ui/forms/removal-form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { deleteEndpoint } from '~/webhooks/endpoints/endpoint-status';
import { requireMerchant } from '../../guards';
import { requireEndpointKey, requireActiveEndpoint } from './endpoint-key';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const { id, url } = await requireActiveEndpoint(requireEndpointKey(merchant, params.id));
  return { id, url };
}

/** Deleting an endpoint twice has the same effect. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  await deleteEndpoint({
    ...requireEndpointKey(merchant, params.id),
    by: merchant.user.id,
    address: context.clientAddress,
  });
  return redirect('/developers/webhooks?deleted');
}

export const meta = pageTitle('Delete endpoint');

export default function DeleteEndpoint() {
  const { id, url } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Delete this endpoint?"
        lead={
          <>
            We’ll stop sending webhooks to <span className="break-all">{url}</span> and delete its secret. To
            pause it, disable it instead. After you enable it again, you can send the events it missed.
          </>
        }
      />
      <RemovalForm submitLabel="Delete endpoint" cancelUrl={`/developers/webhooks/${id}`} />
    </>
  );
}
