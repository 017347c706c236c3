import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findApiSecret, revokeApiSecret } from '~/merchants/credentials/api-secrets';
import { isId } from '~/platform/ids';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { formTitle } from '../../forms/form-title';
import { requireConfirmedInLive, requireMerchant } from '../../guards';
import { ConfirmationForm } from './confirmation-form';

const fields = [] as const;

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const { account, environment } = merchant;
  const secret = isId('key', params.id!)
    ? await findApiSecret({ accountId: account.id, environment, secretId: params.id! })
    : null;
  if (!secret) throw new Response('Not found', { status: 404 });
  if (secret.ended) return redirect('/developers?revoked');
  return { ...secret, environment, mayConfirm, refused: context.formRejected ?? false };
}

/** To revoke a secret twice is to have revoked it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  await requireConfirmedInLive(request, merchant);
  const { user, account, environment } = merchant;
  const place = { accountId: account.id, environment };
  const secret = isId('key', params.id!) ? await findApiSecret({ ...place, secretId: params.id! }) : null;
  if (!secret) throw new Response('Not found', { status: 404 });
  if (secret.ended) return redirect('/developers?revoked');
  await revokeApiSecret({
    ...place,
    secretId: secret.id,
    revokedBy: user.id,
    address: context.clientAddress,
  });
  return redirect('/developers?revoked');
}

export const meta = formTitle('Revoke a client secret');

export default function RevokeSecret() {
  const {
    environment,
    hint,
    createdAt,
    createdBy,
    lastUsedAt,
    lastAddress,
    endsAt,
    isOnlyActiveSecret,
    safeToRetire,
    mayConfirm,
  } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Revoke this client secret?"
        lead="It ends at once, and its access tokens within 5 seconds. It cannot be brought back."
      />
      <div className="max-w-2xl space-y-6">
        {isOnlyActiveSecret ? (
          <Banner tone="caution" title="It is the only one that works">
            Without it your server can do nothing in the {environment} environment, until it has a new one. To
            replace it without a gap, create a new secret first.
          </Banner>
        ) : (
          safeToRetire && (
            <Banner tone="positive" title="Safe to retire">
              Nobody has used it for 24 hours, and the newer one is in use.
            </Banner>
          )
        )}
        <Panel>
          <DescriptionList
            items={[
              [
                'Secret',
                <code key="secret" className="font-mono text-sm">{`sk_${environment}_…${hint}`}</code>,
              ],
              [
                'Created',
                <>
                  <Time at={createdAt} /> by {createdBy ?? 'a former member'}
                </>,
              ],
              [
                'Last used',
                lastUsedAt ? (
                  <>
                    <Time at={lastUsedAt} />
                    {lastAddress && <> from {lastAddress}</>}
                  </>
                ) : (
                  'Never'
                ),
              ],
              ['Would end', endsAt && <Time at={endsAt} />],
            ]}
          />
        </Panel>
        <Panel>
          <ConfirmationForm
            mayConfirm={mayConfirm}
            what="revoke one"
            fields={fields}
            submit="Revoke the secret"
            variant="danger"
            after={
              <p className="text-center">
                <TextLink to="/developers">Keep it</TextLink>
              </p>
            }
          />
        </Panel>
      </div>
    </>
  );
}
