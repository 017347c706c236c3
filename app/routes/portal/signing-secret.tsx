import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { requireCheckoutSecret, revealCheckoutSecret } from '~/merchants/credentials/credentials';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { CopyValue } from '~/ui/content/code-block';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { requireConfirmedInLive, requireMerchant } from '../guards';
import { ConfirmationForm } from './developers/confirmation-form';
import { SigningSecret } from './developers/signing-secret';

const fields = [] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const { account, environment } = merchant;
  return {
    environment,
    // In live looking at it is written down.
    testSecret:
      environment === 'test' ? await requireCheckoutSecret({ accountId: account.id, environment }) : null,
    mayConfirm,
    rotated: new URL(request.url).searchParams.has('rolled'),
  };
}

/** Shows the secret in the answer itself: it stands in no address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  await requireConfirmedInLive(request, merchant);
  const { user, account, environment } = merchant;
  return data({
    secret: await revealCheckoutSecret({
      accountId: account.id,
      environment,
      userId: user.id,
      address: context.clientAddress,
    }),
  });
}

export const meta = pageTitle('Checkout signing secret');

export default function SigningSecretPage() {
  const { environment, testSecret, mayConfirm, rotated } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const secret = reply?.secret ?? testSecret;
  return (
    <>
      <PageHeader title="Checkout signing secret" lead={`Of the ${environment} environment.`} />
      <div className="space-y-6">
        {rotated && !reply && (
          <Banner tone="positive" title="The signing secret is rolled" announced>
            Redirects are signed with the new one from now on. Give it to your server.
          </Banner>
        )}
        <SigningSecret>
          {secret ? (
            <CopyValue value={secret} label="signing secret" />
          ) : (
            <ConfirmationForm mayConfirm={mayConfirm} what="see it" fields={fields} submit="Show the secret">
              <p>
                Anyone who has it can make payments look paid to your shop. That you have looked at it is
                written down.
              </p>
            </ConfirmationForm>
          )}
        </SigningSecret>
        <Panel
          title="A new secret"
          className="max-w-2xl"
          action={<TextLink to="/developers/signing-secret/roll">Roll the signing secret</TextLink>}
        >
          <p className="text-ink-soft">
            When somebody may have seen it who should not, or from time to time. The old one ends at once.
          </p>
        </Panel>
      </div>
    </>
  );
}
