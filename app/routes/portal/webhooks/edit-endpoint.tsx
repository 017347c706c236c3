import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { notifyEndpointOwner } from '~/merchants/notifications/webhook-notifications';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { mayBePrivate } from '~/webhooks/endpoint-address';
import { checkEndpoint, editEndpoint } from '~/webhooks/endpoints';
import { readForm } from '../../form-body';
import { refuseForm } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireMerchant } from '../../guards';
import { listenFault, readEndpointForm, toReply } from './endpoint-fields';
import { EndpointForm } from './endpoint-form';
import { endpointKey, requireStanding } from './endpoint-key';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const endpoint = await requireStanding(endpointKey(merchant, params.id));
  return {
    endpoint,
    privateAllowed: mayBePrivate(merchant.environment),
    refused: context.formRefused ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const key = endpointKey(merchant, params.id);
  await requireStanding(key);
  const typed = readEndpointForm(await readForm(request));
  const fault = listenFault(typed);
  const checked = await checkEndpoint(typed, merchant.environment);
  if ('faults' in checked || fault.listen)
    return refuseForm(context, toReply(typed, { ...('faults' in checked && checked.faults), ...fault }));
  await editEndpoint({
    ...key,
    accepted: checked.accepted,
    by: merchant.user.id,
    address: context.clientAddress,
    tell: notifyEndpointOwner,
  });
  return redirect(`/developers/webhooks/${key.id}?done=edited`);
}

export const meta = formTitle('Edit an endpoint');

export default function EditEndpoint() {
  const { endpoint, privateAllowed } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Edit an endpoint"
        lead="What waits is sent to the new address. Events that happened before are not sent anew."
      />
      <Panel className="max-w-3xl">
        <EndpointForm
          endpoint={endpoint}
          privateAllowed={privateAllowed}
          refused={refused}
          submit="Save"
          back={`/developers/webhooks/${endpoint.id}`}
        />
      </Panel>
    </>
  );
}
