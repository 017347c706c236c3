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
  return { ...secret, environment, mayConfirm, rejected: context.formRejected ?? false };
}

/** Revoking a secret twice has the same effect. */
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
        lead="The secret stops working immediately, and its access tokens within 5 seconds. You can’t undo this."
      />
      <div className="max-w-2xl space-y-6">
        {isOnlyActiveSecret ? (
          <Banner tone="caution" title="This is your only active secret">
            Without it, your server can’t use the API in the {environment} environment. To replace it without
            downtime, create a new secret first.
          </Banner>
        ) : (
          safeToRetire && (
            <Banner tone="positive" title="Safe to revoke">
              It hasn’t been used for 24 hours, and the newer secret is in use.
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
              ['Expires', endsAt && <Time at={endsAt} />],
            ]}
          />
        </Panel>
        <Panel>
          <ConfirmationForm
            mayConfirm={mayConfirm}
            what="revoke one"
            fields={fields}
            submit="Revoke secret"
            variant="danger"
            after={
              <p className="text-center">
                <TextLink to="/developers">Cancel</TextLink>
              </p>
            }
          />
        </Panel>
      </div>
    </>
  );
}
