import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { rollSigningSecret, signingSecretSince } from '~/merchants/signing-secret-rolls';
import { Banner } from '~/ui/banner';
import { Card } from '~/ui/card';
import { PageHeader } from '~/ui/page-header';
import { TextLink } from '~/ui/text-link';
import { Time } from '~/ui/time';
import { readForm, textOf } from '../../form-body';
import { actionHeaders } from '../../form-reply';
import { formTitle } from '../../form-title';
import { requireMerchant } from '../../guards';
import { ConfirmedForm } from './confirmed-form';
import { mayConfirm, refuseUnconfirmedInLive } from './live-code';

const fields = ['code'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'credentials_manage');
  return { environment, mayConfirm: await mayConfirm(environment, user.id), since: await signingSecretSince({ accountId: account.id, environment }), refused: context.formRefused ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'credentials_manage');
  const form = await readForm(request);
  const since = readMoment(textOf(form, 'since'));
  if (form.get('environment') !== environment || !since) return redirect('/developers/signing-secret');
  const refused = await refuseUnconfirmedInLive(context, { environment, userId: user.id, form });
  if (refused) return refused;
  await rollSigningSecret({ accountId: account.id, environment, since, rolledBy: user.id, address: context.clientAddress });
  return redirect('/developers/signing-secret?rolled');
}

/** The moment as the page wrote it; null for any other text, and for years that the database need not know. */
function readMoment(text: string): Date | null {
  if (!/^20\d{2}-\d{2}-\d{2}T[\d:.]{12}Z$/.test(text)) return null;
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text ? moment : null;
}

export const headers = actionHeaders;

export const meta = formTitle('Roll the checkout signing secret');

export default function RollSigningSecret() {
  const { environment, mayConfirm, since } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Roll the checkout signing secret?" lead={<>A new one takes its place in the {environment} environment. The one you have is of <Time at={since} />.</>} />
      <div className="max-w-2xl space-y-6">
        <Banner tone="caution" title="The old one ends at once">
          A redirect carries one signature, so the two cannot overlap. Until your server has the new secret it finds the signatures wrong. No payment is lost by that: have your server ask the API for the transaction, as it should anyway.
        </Banner>
        <Card>
          <ConfirmedForm environment={environment} mayConfirm={mayConfirm} what="roll it" fields={fields} submit="Roll the signing secret" after={<p className="text-center"><TextLink to="/developers/signing-secret">Keep it</TextLink></p>}>
            <input type="hidden" name="environment" value={environment} />
            <input type="hidden" name="since" value={since.toISOString()} />
          </ConfirmedForm>
        </Card>
      </div>
    </>
  );
}
