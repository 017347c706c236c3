import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireCheckoutSecret, showCheckoutSecret } from '~/merchants/credentials';
import { Banner } from '~/ui/banner';
import { Card } from '~/ui/card';
import { CopyValue } from '~/ui/code-block';
import { PageHeader } from '~/ui/page-header';
import { TextLink } from '~/ui/text-link';
import { readForm } from '../form-body';
import { actionHeaders } from '../form-reply';
import { formTitle } from '../form-title';
import { requireMerchant } from '../guards';
import type { RefusedForm } from '../refused-form';
import { ConfirmedForm } from './developers/confirmed-form';
import { mayConfirm, refuseUnconfirmedInLive } from './developers/live-code';
import { SigningSecret } from './developers/signing-secret';

const fields = ['code'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'credentials_manage');
  return {
    environment,
    // In live it is shown after a code.
    testSecret: environment === 'test' ? await requireCheckoutSecret({ accountId: account.id, environment }) : null,
    mayConfirm: await mayConfirm(environment, user.id),
    rolled: new URL(request.url).searchParams.has('rolled'),
    refused: context.formRefused ?? false,
  };
}

/** Shows the secret in the answer itself: it stands in no address, and loading the page again asks for a code again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'credentials_manage');
  const refused = await refuseUnconfirmedInLive(context, { environment, userId: user.id, form: await readForm(request) });
  if (refused) return refused;
  return data({ secret: await showCheckoutSecret({ accountId: account.id, environment, userId: user.id, address: context.clientAddress }) });
}

export const headers = actionHeaders;

export const meta = formTitle('Checkout signing secret');

export default function SigningSecretPage() {
  const { environment, testSecret, mayConfirm, rolled } = useLoaderData<typeof loader>();
  const reply = useActionData<{ secret: string } | RefusedForm>();
  const secret = reply && 'secret' in reply ? reply.secret : testSecret;
  return (
    <>
      <PageHeader title="Checkout signing secret" lead={`Of the ${environment} environment.`} />
      <div className="space-y-6">
        {rolled && !reply && (
          <Banner tone="positive" title="The signing secret is rolled" live>
            Redirects are signed with the new one from now on. Give it to your server.
          </Banner>
        )}
        <SigningSecret>
          {secret ? (
            <CopyValue value={secret} label="signing secret" />
          ) : (
            <ConfirmedForm environment={environment} mayConfirm={mayConfirm} what="see it" fields={fields} submit="Show the secret">
              <p>Whoever has it can make payments look paid to your shop. Confirm that it is you.</p>
            </ConfirmedForm>
          )}
        </SigningSecret>
        <Card title="A new secret" className="max-w-2xl" action={<TextLink to="/developers/signing-secret/roll">Roll the signing secret</TextLink>}>
          <p className="text-ink-soft">When somebody may have seen it who should not, or from time to time. The old one ends at once.</p>
        </Card>
      </div>
    </>
  );
}
