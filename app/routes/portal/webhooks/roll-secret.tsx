import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { notifyEndpointOwner } from '~/merchants/notifications/webhook-notifications';
import { Panel } from '~/ui/layout/panel';
import { overlapLabels } from '~/ui/labels/overlap-labels';
import { PageHeader } from '~/ui/layout/page-header';
import { SelectField } from '~/ui/forms/select-field';
import { TextLink } from '~/ui/content/text-link';
import { overlapsInHours, readOverlap } from '~/platform/secret-overlaps';
import { rollEndpointSecret } from '~/webhooks/endpoint-secrets';
import { readForm, textOf } from '../../form-body';
import { actionHeaders, refuseForm } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireConfirmedInLive, requireMerchant } from '../../guards';
import type { RefusedForm } from '../../refused-form';
import { carryWebhookSecret } from '../../shown-once';
import { ConfirmedForm } from '../developers/confirmed-form';
import { endpointKey, requireStanding } from './endpoint-key';

const fields = ['overlap'] as const;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const { id, url, secretVersion } = await requireStanding(endpointKey(merchant, params.id));
  return {
    id,
    url,
    mayConfirm,
    secretVersion,
    overlaps: overlapsInHours,
    refused: context.formRefused ?? false,
  };
}

const words = {
  two_secrets_sign: 'Two secrets sign already. Wait until the older one ends, or let it end at once',
  rolled_meanwhile: 'The secret was rolled meanwhile. Send the form once more to roll it again',
};

export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  await requireConfirmedInLive(request, merchant);
  const key = endpointKey(merchant, params.id);
  const form = await readForm(request);
  const overlapHours = readOverlap(textOf(form, 'overlap'));
  if (overlapHours === undefined)
    return refuseForm(context, { error: { overlap: ['Choose when the older secret stops signing'] } });
  const from = /^\d{1,9}$/.test(textOf(form, 'from')) ? Number(textOf(form, 'from')) : 0;
  const typed = { overlap: String(overlapHours) };
  const refuse = (why: keyof typeof words) =>
    refuseForm(context, { initialValue: typed, error: { overlap: [words[why]] } }, { status: 409 });
  const rolled = await rollEndpointSecret({
    ...key,
    by: merchant.user.id,
    overlapHours,
    from,
    address: context.clientAddress,
    tell: notifyEndpointOwner,
  });
  if (rolled === 'not_found') throw new Response(null, { status: 404 });
  if (typeof rolled === 'string') return refuse(rolled);
  return redirect(`/developers/webhooks/${key.id}`, {
    headers: {
      'Set-Cookie': carryWebhookSecret(
        { userId: merchant.user.id, accountId: key.accountId },
        key.id,
        rolled.secret,
      ),
    },
  });
}

export const headers = actionHeaders;

export const meta = formTitle('Roll the webhook secret');

export default function RollSecret() {
  const { id, url, mayConfirm, secretVersion, overlaps } = useLoaderData<typeof loader>();
  const refused = useActionData() as RefusedForm | undefined;
  return (
    <>
      <PageHeader
        title="Roll the webhook secret"
        lead={
          <>
            Of <span className="break-all">{url}</span>. While both secrets sign, each webhook carries two
            signatures, and your server may know either.
          </>
        }
      />
      <Panel className="max-w-2xl">
        <ConfirmedForm
          mayConfirm={mayConfirm}
          what="roll it"
          fields={fields}
          submit="Make a new secret"
          after={
            <p className="text-center">
              <TextLink to={`/developers/webhooks/${id}`}>Keep it</TextLink>
            </p>
          }
        >
          <input type="hidden" name="from" value={secretVersion} />
          <SelectField
            name="overlap"
            label="The older secret stops signing"
            defaultValue={refused?.typed.overlap ?? '24'}
            error={refused?.errors.overlap}
            options={overlaps.map((hours) => ({ value: String(hours), text: overlapLabels[hours] }))}
            className="w-full sm:w-64"
          />
        </ConfirmedForm>
      </Panel>
    </>
  );
}
