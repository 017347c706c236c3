import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { listAllowedAddresses } from '~/merchants/credentials/allowed-addresses';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { hasPermission } from '~/merchants/team/members';
import { listApiSecrets, rotateApiSecret } from '~/merchants/credentials/api-secrets';
import { config } from '~/platform/config/config.server';
import { overlapHoursOptions, parseOverlapHours } from '~/platform/secrets/secret-overlap';
import { randomToken } from '~/platform/secrets/secrets.server';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { CopyValue } from '~/ui/content/code-block';
import { DescriptionList } from '~/ui/content/description-list';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { readForm, textOf } from '../forms/form-body';
import { actionHeaders, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireConfirmedInLive, requireMerchant } from '../guards';
import { rememberSecret, takeSecret } from '../one-time-secrets';
import { useOneTimeValue } from '../one-time-value';
import { AddressSummary } from './developers/address-summary';
import { CreateSecret } from './developers/create-secret';
import { NewSecret } from './developers/new-secret';
import { SecretTable } from './developers/secret-table';
import { FirstPayment } from './home/first-payment';
import { buildEnvironmentBlock, buildFirstRequests } from './home/first-requests';

export const headers = actionHeaders;

export const meta = formTitle('API credentials');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account, role, environment } = await requireMerchant(request, 'developer_view');
  // A person who can view but not change credentials is redirected to what they can see.
  if (!hasPermission(role, 'credentials_manage')) return redirect('/developers/requests');
  const where = { accountId: account.id, environment };
  const [secrets, ranges, factor] = await Promise.all([
    listApiSecrets(where),
    listAllowedAddresses(where),
    findSecondFactor(user.id),
  ]);
  const { clientSecret, forget } = takeSecret(request, { userId: user.id, accountId: account.id });
  return data(
    {
      rejected: context.formRejected ?? false,
      revoked: new URL(request.url).searchParams.has('revoked'),
      now: new Date(),
      environment,
      clientId: account.id,
      api: config.addresses.api[environment],
      checkout: config.addresses.checkout[environment],
      mayConfirm: environment === 'test' || factor !== null,
      secrets,
      ranges,
      newSecret: clientSecret && {
        clientSecret,
        environment: buildEnvironmentBlock({ environment, clientId: account.id, clientSecret }),
      },
      // The first payment is made in the test environment.
      requests: environment === 'test' ? buildFirstRequests({ clientId: account.id, clientSecret }) : null,
      overlaps: overlapHoursOptions,
      formToken: randomToken(),
    },
    { headers: { 'Set-Cookie': forget } },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  await requireConfirmedInLive(request, merchant);
  const { user, account, environment } = merchant;
  const form = await readForm(request);
  // A page left open during a switch must not create a secret in the other environment.
  if (form.get('environment') !== environment) return redirect('/developers');
  const overlapHours = parseOverlapHours(textOf(form, 'overlap'));
  if (overlapHours === undefined)
    return rejectForm(context, { error: { overlap: ['Choose when the old secret stops working'] } });
  const made = await rotateApiSecret({
    accountId: account.id,
    environment,
    createdBy: user.id,
    overlapHours,
    // A page that was rendered by an earlier version has no token.
    form: form.has('token')
      ? { token: textOf(form, 'token'), seenSecretId: textOf(form, 'seen') }
      : undefined,
    address: context.clientAddress,
  });
  if (made === 'created_meanwhile')
    return rejectForm(
      context,
      {
        error: {
          '': [
            'A secret was created after you opened this page, so we didn’t create another one. Check the list of secrets. If you still need a new one, submit the form again',
          ],
        },
      },
      { status: 409 },
    );
  if (made === 'two_secrets_active')
    return rejectForm(
      context,
      {
        error: {
          overlap: [
            'You already have two active secrets. Wait until one expires, revoke one, or choose to end the old ones immediately',
          ],
        },
      },
      { status: 409 },
    );
  return redirect('/developers', {
    headers: { 'Set-Cookie': rememberSecret({ userId: user.id, accountId: account.id }, made.clientSecret) },
  });
}

export default function Developers() {
  const {
    environment,
    clientId,
    api,
    checkout,
    mayConfirm,
    secrets,
    ranges,
    newSecret,
    requests,
    overlaps,
    formToken,
    revoked,
    now,
  } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const keptSecret = useOneTimeValue(`${clientId}/${environment}`, newSecret || null);
  return (
    <>
      <PageHeader
        title="API credentials"
        lead={
          <>
            Everything your server needs to take payments in the {environment} environment.{' '}
            <TextLink to="/docs">Read the docs</TextLink>
          </>
        }
      />
      <div className="space-y-6">
        {keptSecret && <NewSecret {...keptSecret} />}
        {revoked && !rejected && (
          <Banner tone="positive" title="Secret revoked" announced>
            The secret no longer works. Access tokens created with it stop working within 5 seconds.
          </Banner>
        )}
        <Panel title="Client ID and URLs">
          <DescriptionList
            items={[
              ['Client ID', <CopyValue key="client" value={clientId} label="client ID" />],
              ['API URL', <CopyValue key="api" value={api} label="API URL" />],
              ['Checkout URL', <CopyValue key="checkout" value={checkout} label="checkout URL" />],
            ]}
          />
        </Panel>
        <Panel title="Client secrets">
          <p className="mb-5 max-w-2xl text-ink-soft">
            We show a secret once, when you create it, and store only a hash of it. The usage counts include
            access tokens and the requests made with them, up to ten seconds ago.
          </p>
          {secrets.length ? (
            <SecretTable environment={environment} secrets={secrets} now={now} />
          ) : (
            <p>No secrets yet.</p>
          )}
          <CreateSecret
            environment={environment}
            overlaps={secrets.some(({ ended }) => !ended) ? overlaps : []}
            token={formToken}
            seen={secrets[0]?.id}
            mayConfirm={mayConfirm}
            rejected={rejected}
          />
        </Panel>
        <AddressSummary ranges={ranges} />
        {requests && (
          <Panel id="token" title="Your first payment" action={<TextLink to="/docs">More examples</TextLink>}>
            <FirstPayment {...requests} />
          </Panel>
        )}
      </div>
    </>
  );
}
