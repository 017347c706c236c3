import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { testCards } from '~/acquirers/test-cards';
import { confirmSecondFactor, findSecondFactor } from '~/identity/second-factor';
import { requireCheckoutSecret } from '~/merchants/credentials';
import { listSecrets, overlapsInHours, rollSecret } from '~/merchants/secret-list';
import { cardBrand } from '~/payments/cards';
import { config } from '~/platform/config.server';
import { Card } from '~/ui/card';
import { CopyValue } from '~/ui/code-block';
import { DescriptionList } from '~/ui/description-list';
import { PageHeader } from '~/ui/page-header';
import { TextLink } from '~/ui/text-link';
import { readForm } from '../form-body';
import { actionHeaders, refuseForm } from '../form-reply';
import { formTitle } from '../form-title';
import { requireMerchant } from '../guards';
import { readCode, refuseCode } from '../identity/refused-code';
import { carrySecret, takeSecret } from '../shown-once';
import { CreateSecret } from './developers/create-secret';
import { NewSecret } from './developers/new-secret';
import { SecretTable } from './developers/secret-table';
import { SigningSecret } from './developers/signing-secret';
import { TestCards } from './developers/test-cards';
import { FirstPayment } from './first-payment';
import { environmentBlock, firstRequests } from './first-requests';

export const headers = actionHeaders;

export const meta = formTitle('Developers');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'credentials_manage');
  const where = { accountId: account.id, environment };
  const [secrets, factor] = await Promise.all([listSecrets(where), findSecondFactor(user.id)]);
  const { clientSecret, forget } = takeSecret(request, { userId: user.id, accountId: account.id });
  return data(
    {
      refused: context.formRefused ?? false,
      environment,
      clientId: account.id,
      api: config.addresses.api[environment],
      checkout: config.addresses.checkout[environment],
      hasSecondFactor: factor !== null,
      secrets,
      // In live it is shown on a page of its own, after a code.
      signingSecret: environment === 'test' ? await requireCheckoutSecret(where) : null,
      newSecret: clientSecret && { clientSecret, environment: environmentBlock({ environment, clientId: account.id, clientSecret }) },
      // The first payment is one of the test environment.
      requests: environment === 'test' ? firstRequests({ clientId: account.id, clientSecret }) : null,
      overlaps: overlapsInHours,
      cards: testCards.map(({ pan, does }) => ({ pan, brand: cardBrand(pan), does })),
    },
    { headers: { 'Set-Cookie': forget } },
  );
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'credentials_manage');
  const form = await readForm(request);
  // A page that was left open while somebody switched over must not make a secret of the other environment.
  if (form.get('environment') !== environment) return redirect('/developers');
  const overlapHours = overlapsInHours.find((hours) => String(hours) === form.get('overlap'));
  if (overlapHours === undefined) return refuseForm(context, { error: { overlap: ['Choose when the older secrets stop working'] } });
  const twoWork = 'Two secrets work already. Wait until one ends, or let the older ones end at once';
  // Before the code, which works once.
  const working = (await listSecrets({ accountId: account.id, environment })).filter(({ ended }) => !ended).length;
  if (overlapHours && working > 1) return refuseForm(context, { error: { overlap: [twoWork] } }, { status: 409 });
  if (environment === 'live') {
    const code = readCode(form);
    const outcome = code ? await confirmSecondFactor(user.id, code) : 'missing';
    if (outcome !== 'confirmed') return refuseCode(context, outcome);
  }
  const made = await rollSecret({ accountId: account.id, environment, createdBy: user.id, overlapHours, address: context.clientAddress });
  if (made === 'two_secrets_active') return refuseForm(context, { error: { overlap: [twoWork] } }, { status: 409 });
  return redirect('/developers', { headers: { 'Set-Cookie': carrySecret({ userId: user.id, accountId: account.id }, made.clientSecret) } });
}

export default function Developers() {
  const { environment, clientId, api, checkout, hasSecondFactor, secrets, signingSecret, newSecret, requests, overlaps, cards } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Developers" lead={<>What your server needs to take payments in the {environment} environment. <TextLink to="/docs">Read the docs</TextLink></>} />
      <div className="space-y-6">
        {newSecret && <NewSecret {...newSecret} />}
        <Card title="Addresses">
          <DescriptionList
            facts={[
              ['Client id', <CopyValue key="client" value={clientId} label="client id" />],
              ['API address', <CopyValue key="api" value={api} label="API address" />],
              ['Checkout address', <CopyValue key="checkout" value={checkout} label="checkout address" />],
            ]}
          />
        </Card>
        <Card title="Client secrets">
          <p className="mb-5 max-w-2xl text-ink-soft">
            A secret is shown once, when it is made. We keep what is needed to recognise it, not the secret.
          </p>
          {secrets.length ? <SecretTable environment={environment} secrets={secrets} /> : <p>There is none yet.</p>}
          <CreateSecret environment={environment} overlaps={secrets.some(({ ended }) => !ended) ? overlaps : []} hasSecondFactor={hasSecondFactor} refused={refused} />
        </Card>
        {requests && (
          <Card id="token" title="Your first payment" action={<TextLink to="/docs">More requests</TextLink>}>
            <FirstPayment {...requests} />
          </Card>
        )}
        <SigningSecret secret={signingSecret} />
        <Card title="Webhooks" action={<TextLink to="/developers/webhooks">Open webhooks</TextLink>}>
          <p className="max-w-2xl text-ink-soft">We tell your server when something happens to a payment, a refund or a chargeback, also when nobody is waiting for it.</p>
        </Card>
        <Card title="Redirect hosts" action={<TextLink to="/developers/redirect-hosts">Edit the list</TextLink>}>
          <p className="max-w-2xl text-ink-soft">In live we send payers only to hosts that you have listed. The test environment takes any host.</p>
        </Card>
        {environment === 'test' && <TestCards cards={cards} />}
      </div>
    </>
  );
}
