import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmSecondFactor, findSecondFactor } from '~/identity/second-factor';
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
import { CodeField } from '../identity/code-field';
import { DocumentForm } from '../identity/document-form';
import { readCode, refuseCode } from '../identity/refused-code';
import type { RefusedForm } from '../refused-form';
import { SigningSecret } from './developers/signing-secret';

const fields = ['code'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'credentials_manage');
  return {
    environment,
    // In live it is shown after a code.
    testSecret: environment === 'test' ? await requireCheckoutSecret({ accountId: account.id, environment }) : null,
    hasSecondFactor: (await findSecondFactor(user.id)) !== null,
    rolled: new URL(request.url).searchParams.has('rolled'),
    refused: context.formRefused ?? false,
  };
}

/** Shows the secret in the answer itself: it stands in no address, and loading the page again asks for a code again. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'credentials_manage');
  const code = readCode(await readForm(request));
  const outcome = code ? await confirmSecondFactor(user.id, code) : 'missing';
  if (outcome !== 'confirmed') return refuseCode(context, outcome);
  return data({ secret: await showCheckoutSecret({ accountId: account.id, environment, userId: user.id, address: context.clientAddress }) });
}

export const headers = actionHeaders;

export const meta = formTitle('Checkout signing secret');

export default function SigningSecretPage() {
  const { environment, testSecret, hasSecondFactor, rolled } = useLoaderData<typeof loader>();
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
          ) : hasSecondFactor ? (
            <DocumentForm fields={fields} submit="Show the secret">
              <p>Whoever has it can make payments look paid to your shop. Confirm that it is you.</p>
              <CodeField kind="either" error={reply && 'errors' in reply ? reply.errors.code : undefined} />
            </DocumentForm>
          ) : (
            <p>
              Whoever has it can make payments look paid to your shop. Before it is shown, <TextLink to="/security">set up a second factor</TextLink> for your login.
            </p>
          )}
        </SigningSecret>
        <Card title="Roll it" className="max-w-2xl" action={<TextLink to="/developers/signing-secret/roll">Roll the signing secret</TextLink>}>
          <p className="text-ink-soft">When somebody may have seen it who should not, or from time to time. The old one ends at once.</p>
        </Card>
      </div>
    </>
  );
}
