import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { notifyEndpointOwner } from '~/merchants/notifications/webhook-notifications';
import { Panel } from '~/ui/layout/panel';
import { overlapLabels } from '~/ui/labels/overlap-labels';
import { PageHeader } from '~/ui/layout/page-header';
import { SelectField } from '~/ui/forms/select-field';
import { TextLink } from '~/ui/content/text-link';
import { overlapHoursOptions, parseOverlapHours } from '~/platform/secrets/secret-overlap';
import { rotateEndpointSecret } from '~/webhooks/endpoints/endpoint-secrets';
import { readForm, textOf } from '../../forms/form-body';
import { actionHeaders, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmedInLive, requireMerchant } from '../../guards';
import { useRejectedForm } from '../../forms/rejected-form';
import { rememberWebhookSecret } from '../../one-time-secrets';
import { ConfirmationForm } from '../developers/confirmation-form';
import { requireEndpointKey, requireActiveEndpoint } from './endpoint-key';

const fields = ['overlap'] as const;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const { id, url, secretVersion, previousEndsAt } = await requireActiveEndpoint(
    requireEndpointKey(merchant, params.id),
  );
  const isOverlapping = previousEndsAt !== null && previousEndsAt > new Date();
  return {
    id,
    url,
    mayConfirm,
    secretVersion,
    isOverlapping,
    rejected: context.formRejected ?? false,
  };
}

const messages = {
  two_secrets_sign:
    'This endpoint already has two active secrets. Wait until the old one expires, or replace both secrets immediately',
  rotated_meanwhile: 'The secret was rotated in the meantime. Submit again to rotate it again',
};

export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  await requireConfirmedInLive(request, merchant);
  const key = requireEndpointKey(merchant, params.id);
  const form = await readForm(request);
  const overlapHours = parseOverlapHours(textOf(form, 'overlap'));
  if (overlapHours === undefined)
    return rejectForm(context, { error: { overlap: ['Choose when the old secret stops signing'] } });
  const fromVersion = /^\d{1,9}$/.test(textOf(form, 'from')) ? Number(textOf(form, 'from')) : 0;
  const input = { overlap: String(overlapHours) };
  // An error of the whole form, because the form may have no overlap to choose now.
  const reject = (reason: keyof typeof messages) =>
    rejectForm(context, { initialValue: input, error: { '': [messages[reason]] } }, { status: 409 });
  const rotated = await rotateEndpointSecret({
    ...key,
    by: merchant.user.id,
    overlapHours,
    fromVersion,
    address: context.clientAddress,
    notifyOwner: notifyEndpointOwner,
  });
  if (rotated === 'not_found') throw new Response(null, { status: 404 });
  if (typeof rotated === 'string') return reject(rotated);
  return redirect(`/developers/webhooks/${key.id}`, {
    headers: {
      'Set-Cookie': rememberWebhookSecret(
        { userId: merchant.user.id, accountId: key.accountId },
        key.id,
        rotated.secret,
      ),
    },
  });
}

export const headers = actionHeaders;

export const meta = formTitle('Rotate the webhook signing secret');

export default function RotateSecret() {
  const { id, url, mayConfirm, secretVersion, isOverlapping } = useLoaderData<typeof loader>();
  const rejected = useRejectedForm();
  return (
    <>
      <PageHeader
        title="Rotate the webhook signing secret"
        lead={
          <>
            For <span className="break-all">{url}</span>.{' '}
            {isOverlapping
              ? 'This endpoint already has two active secrets, so a new one replaces both immediately. To rotate with an overlap, wait until the old secret expires.'
              : 'While both secrets are active, each webhook carries two signatures, so your server can verify with either secret.'}
          </>
        }
      />
      <Panel className="max-w-2xl">
        <ConfirmationForm
          mayConfirm={mayConfirm}
          what="rotate it"
          fields={fields}
          submit="Rotate secret"
          after={
            <p className="text-center">
              <TextLink to={`/developers/webhooks/${id}`}>Cancel</TextLink>
            </p>
          }
        >
          <input type="hidden" name="from" value={secretVersion} />
          {isOverlapping ? (
            <input type="hidden" name="overlap" value="0" />
          ) : (
            <SelectField
              name="overlap"
              label="When the old secret stops signing"
              defaultValue={rejected?.input.overlap ?? '24'}
              error={rejected?.errors.overlap}
              options={overlapHoursOptions.map((hours) => ({
                value: String(hours),
                text: overlapLabels[hours],
              }))}
              className="w-full sm:w-64"
            />
          )}
        </ConfirmationForm>
      </Panel>
    </>
  );
}
