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
    // Viewing it is audited in live.
    testSecret:
      environment === 'test' ? await requireCheckoutSecret({ accountId: account.id, environment }) : null,
    mayConfirm,
    rotated: new URL(request.url).searchParams.has('rotated'),
  };
}

/** Shows the secret in the response itself, so that it's in no URL. */
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
      <PageHeader title="Checkout signing secret" lead={`For the ${environment} environment.`} />
      <div className="space-y-6">
        {rotated && !reply && (
          <Banner tone="positive" title="Signing secret rotated" announced>
            Redirects are now signed with the new secret. Add it to your server’s configuration.
          </Banner>
        )}
        <SigningSecret>
          {secret ? (
            <CopyValue value={secret} label="signing secret" />
          ) : (
            <ConfirmationForm mayConfirm={mayConfirm} what="view it" fields={fields} submit="Show secret">
              <p>
                Anyone with this secret can fake a successful payment in a redirect. Viewing it is recorded in
                the audit log.
              </p>
            </ConfirmationForm>
          )}
        </SigningSecret>
        <Panel
          title="Rotate the secret"
          className="max-w-2xl"
          action={<TextLink to="/developers/signing-secret/rotate">Rotate signing secret</TextLink>}
        >
          <p className="text-ink-soft">
            Rotate the secret if someone may have seen it who shouldn’t have, or from time to time. The old
            secret stops working immediately.
          </p>
        </Panel>
      </div>
    </>
  );
}
