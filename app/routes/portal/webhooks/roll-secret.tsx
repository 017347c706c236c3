import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useMemo } from 'react';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { ErrorSummary } from '~/ui/error-summary';
import { Form } from '~/ui/form';
import { overlapWords } from '~/ui/overlap-words';
import { PageHeader } from '~/ui/page-header';
import { SelectField } from '~/ui/select-field';
import { TextLink } from '~/ui/text-link';
import { overlapsInHours, readOverlap } from '~/platform/secret-overlaps';
import { rollEndpointSecret } from '~/webhooks/endpoint-secrets';
import { readForm, textOf } from '../../form-body';
import { refuseForm } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireMerchant } from '../../guards';
import { summaryOf } from '../../refused-form';
import { carryWebhookSecret } from '../../shown-once';
import { endpointKey, requireStanding } from './endpoint-key';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const { id, url, secretVersion } = await requireStanding(endpointKey(merchant, params.id));
  return { id, url, secretVersion, overlaps: overlapsInHours, refused: context.formRefused ?? false };
}

const words = {
  two_secrets_sign: 'Two secrets sign already. Wait until the older one ends, or let it end at once',
  rolled_meanwhile: 'The secret was rolled meanwhile. Send the form once more to roll it again',
};

export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'webhooks_manage');
  const key = endpointKey(merchant, params.id);
  const form = await readForm(request);
  const overlapHours = readOverlap(textOf(form, 'overlap'));
  if (overlapHours === undefined) return refuseForm(context, { error: { overlap: ['Choose when the older secret stops signing'] } });
  const from = /^\d{1,9}$/.test(textOf(form, 'from')) ? Number(textOf(form, 'from')) : 0;
  const rolled = await rollEndpointSecret({ ...key, by: merchant.user.id, overlapHours, from, address: context.clientAddress });
  if (rolled === 'not_found') throw new Response(null, { status: 404 });
  if (typeof rolled === 'string') return refuseForm(context, { initialValue: { overlap: String(overlapHours) }, error: { overlap: [words[rolled]] } }, { status: 409 });
  return redirect(`/developers/webhooks/${key.id}`, { headers: { 'Set-Cookie': carryWebhookSecret({ userId: merchant.user.id, accountId: key.accountId }, key.id, rolled.secret) } });
}

export const meta = formTitle('Roll the signing secret');

export default function RollSecret() {
  const { id, url, secretVersion, overlaps } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const errors = useMemo(() => summaryOf(refused, ['overlap']), [refused]);
  return (
    <>
      <PageHeader title="Roll the signing secret" lead={<>Of <span className="break-all">{url}</span>. While both secrets sign, each webhook carries two signatures, and your server may know either.</>} />
      <Card className="max-w-2xl">
        <Form method="post" reloadDocument noValidate className="space-y-6">
          <ErrorSummary errors={errors} />
          <input type="hidden" name="from" value={secretVersion} />
          <SelectField
            name="overlap"
            label="The older secret stops signing"
            defaultValue={refused?.typed.overlap ?? '24'}
            error={refused?.errors.overlap}
            options={overlaps.map((hours) => ({ value: String(hours), text: overlapWords[hours] }))}
            className="w-full sm:w-64"
          />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="submit">Make a new secret</Button>
            <TextLink to={`/developers/webhooks/${id}`}>Cancel</TextLink>
          </div>
        </Form>
      </Card>
    </>
  );
}
