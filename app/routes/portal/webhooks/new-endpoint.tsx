import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { notifyEndpointOwner } from '~/merchants/notifications/webhook-notifications';
import { createId } from '~/platform/ids';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { isPrivateAddressAllowed } from '~/webhooks/endpoints/endpoint-url';
import { checkEndpoint, createEndpoint, maximumEndpoints } from '~/webhooks/endpoints/endpoints';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmedInLive, requireMerchant } from '../../guards';
import { rememberWebhookSecret } from '../../one-time-secrets';
import { getEventsProblem, readEndpointForm, toReply } from './endpoint-fields';
import { ConfirmedEndpointForm } from './endpoint-form';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const { environment } = merchant;
  return {
    environment,
    mayConfirm,
    id: createId('hook'),
    privateAllowed: isPrivateAddressAllowed(environment),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  await requireConfirmedInLive(request, merchant);
  const { user, account, environment } = merchant;
  const form = await readForm(request);
  // A page left open during a switch must not create an endpoint in the other environment.
  if (textOf(form, 'environment') !== environment) return redirect('/developers/webhooks');

  const input = readEndpointForm(form);
  const fault = getEventsProblem(input);
  const checked = await checkEndpoint(input, environment);
  if ('errors' in checked || fault.listen)
    return rejectForm(context, toReply(input, { ...('errors' in checked && checked.errors), ...fault }));
  const id = textOf(form, 'id');
  const made = await createEndpoint({
    accountId: account.id,
    environment,
    id,
    accepted: checked.accepted,
    by: user.id,
    address: context.clientAddress,
    notifyOwner: notifyEndpointOwner,
  });
  if (made === 'too_many')
    return rejectForm(
      context,
      {
        ...toReply(input, {}),
        error: {
          '': [`You’ve reached the limit of ${maximumEndpoints} endpoints. Delete one you no longer need`],
        },
      },
      { status: 409 },
    );
  if (made === 'exists')
    return rejectForm(
      context,
      {
        ...toReply(input, {}),
        error: { '': ['This form was already submitted. Submit it again to add another endpoint'] },
      },
      { status: 409 },
    );
  return redirect(`/developers/webhooks/${id}`, {
    headers: {
      'Set-Cookie': rememberWebhookSecret({ userId: user.id, accountId: account.id }, id, made.secret),
    },
  });
}

export const meta = formTitle('Add endpoint');

export default function NewEndpoint() {
  const { environment, mayConfirm, id, privateAllowed } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Add endpoint"
        lead={`It receives events from your ${environment} environment. The next page shows its signing secret once.`}
      />
      <Panel className="max-w-3xl">
        <ConfirmedEndpointForm
          mayConfirm={mayConfirm}
          made={{ id, environment }}
          privateAllowed={privateAllowed}
          rejected={rejected}
          submit="Add endpoint"
          back="/developers/webhooks"
        />
      </Panel>
    </>
  );
}
