import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { notifyEndpointOwner } from '~/merchants/notifications/webhook-notifications';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { isPrivateAddressAllowed } from '~/webhooks/endpoints/endpoint-url';
import { checkEndpoint, editEndpoint } from '~/webhooks/endpoints/endpoints';
import { readForm } from '../../forms/form-body';
import { describeConflict, toSeenInput } from '../../forms/edit-conflict';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmedInLive, requireMerchant } from '../../guards';
import { getEventsProblem, readEndpointForm, readSeenFields, toReply, toSeenFields } from './endpoint-fields';
import { ConfirmedEndpointForm } from './endpoint-form';
import { requireEndpointKey, requireActiveEndpoint } from './endpoint-key';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const endpoint = await requireActiveEndpoint(requireEndpointKey(merchant, params.id));
  return {
    endpoint,
    seen: toSeenFields(endpoint),
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
  const form = await readForm(request);
  const input = readEndpointForm(form);
  // After an error, it's still the page of a person who saw the previous values.
  const seen = readSeenFields(form);
  const reject = (faults: Parameters<typeof toReply>[1]) => {
    const { initialValue, error } = toReply(input, faults);
    return rejectForm(context, { initialValue: { ...initialValue, ...seen }, error });
  };
  const fault = getEventsProblem(input);
  const checked = await checkEndpoint(input, merchant.environment);
  if ('errors' in checked || fault.listen)
    return reject({ ...('errors' in checked && checked.errors), ...fault });
  const outcome = await editEndpoint({
    ...key,
    seen: seen && {
      url: seen.seen_url,
      description: seen.seen_description,
      events: seen.seen_events.split(' ').filter(Boolean),
    },
    accepted: checked.accepted,
    by: merchant.user.id,
    address: context.clientAddress,
    notifyOwner: notifyEndpointOwner,
  });
  if (outcome === 'edited') return redirect(`/developers/webhooks/${key.id}?done=edited`);
  if (outcome === 'not_found') throw new Response(null, { status: 404 });
  const current = toSeenFields(await requireActiveEndpoint(key));
  const conflicts = outcome.conflicts.map((name) => [name, current[`seen_${name}`]] as const);
  return rejectForm(context, {
    initialValue: {
      ...toReply(input, {}).initialValue,
      ...seen,
      ...toSeenInput(Object.fromEntries(conflicts)),
    },
    error: Object.fromEntries(
      conflicts.map(([name, value]) => [
        name === 'events' ? 'listen' : name,
        [
          describeConflict(
            name === 'events' ? value.replaceAll(' ', ', ') || 'all events' : value || 'no description',
          ),
        ],
      ]),
    ),
  });
}

export const meta = formTitle('Edit endpoint');

export default function EditEndpoint() {
  const { endpoint, seen, mayConfirm, privateAllowed } = useLoaderData<typeof loader>();
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
          seen={seen}
          privateAllowed={privateAllowed}
          rejected={rejected}
          submit="Save"
          back={`/developers/webhooks/${endpoint.id}`}
        />
      </Panel>
    </>
  );
}
