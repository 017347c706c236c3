import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { notifyEndpointOwner } from '~/merchants/notifications/webhook-notifications';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { isPrivateAddressAllowed } from '~/webhooks/endpoints/endpoint-url';
import { checkEndpoint, editEndpoint } from '~/webhooks/endpoints/endpoints';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmedInLive, requireMerchant } from '../../guards';
import { getEventsProblem, readEndpointForm, toReply } from './endpoint-fields';
import { ConfirmedEndpointForm } from './endpoint-form';
import { requireEndpointKey, requireActiveEndpoint } from './endpoint-key';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const endpoint = await requireActiveEndpoint(requireEndpointKey(merchant, params.id));
  return {
    endpoint,
    mayConfirm,
    privateAllowed: isPrivateAddressAllowed(merchant.environment),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  await requireConfirmedInLive(request, merchant);
  const key = requireEndpointKey(merchant, params.id);
  await requireActiveEndpoint(key);
  const input = readEndpointForm(await readForm(request));
  const fault = getEventsProblem(input);
  const checked = await checkEndpoint(input, merchant.environment);
  if ('errors' in checked || fault.listen)
    return rejectForm(context, toReply(input, { ...('errors' in checked && checked.errors), ...fault }));
  await editEndpoint({
    ...key,
    accepted: checked.accepted,
    by: merchant.user.id,
    address: context.clientAddress,
    notifyOwner: notifyEndpointOwner,
  });
  return redirect(`/developers/webhooks/${key.id}?done=edited`);
}

export const meta = formTitle('Edit endpoint');

export default function EditEndpoint() {
  const { endpoint, mayConfirm, privateAllowed } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Edit endpoint"
        lead="Pending deliveries go to the new URL. Events already delivered aren’t sent again."
      />
      <Panel className="max-w-3xl">
        <ConfirmedEndpointForm
          mayConfirm={mayConfirm}
          endpoint={endpoint}
          privateAllowed={privateAllowed}
          rejected={rejected}
          submit="Save"
          back={`/developers/webhooks/${endpoint.id}`}
        />
      </Panel>
    </>
  );
}
