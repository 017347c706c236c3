import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { confirmSecondFactor, findSecondFactor } from '~/identity/second-factor';
import { showCheckoutSecret } from '~/merchants/credentials';
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

const fields = ['code'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, environment } = await requireMerchant(request, 'credentials_manage');
  return { environment, hasSecondFactor: (await findSecondFactor(user.id)) !== null, refused: context.formRefused ?? false };
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
  const { environment, hasSecondFactor } = useLoaderData<typeof loader>();
  const reply = useActionData<{ secret: string } | RefusedForm>();
  const secret = reply && 'secret' in reply ? reply.secret : null;
  return (
    <>
      <PageHeader title="Checkout signing secret" lead={<>Of the {environment} environment. <TextLink to="/developers">Back to Developers</TextLink></>} />
      <Card className="max-w-2xl">
        {secret ? (
          <Banner tone="positive" title="The signing secret" live>
            <CopyValue value={secret} label="signing secret" />
          </Banner>
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
      </Card>
    </>
  );
}
