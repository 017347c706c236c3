import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useLoaderData, useNavigation } from '@remix-run/react';
import { testCards } from '~/acquirers/test-cards';
import { requireCheckoutSecret } from '~/merchants/credentials';
import { listSecrets, overlapsInHours, rollSecret } from '~/merchants/secret-list';
import { cardBrand } from '~/payments/cards';
import { config } from '~/platform/config.server';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { CopyValue } from '~/ui/code-block';
import { DescriptionList } from '~/ui/description-list';
import { ErrorSummary } from '~/ui/error-summary';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { SelectField } from '~/ui/select-field';
import { TextLink } from '~/ui/text-link';
import { readForm } from '../form-body';
import { requireMerchant } from '../guards';
import { carrySecret, takeSecret } from '../shown-once';
import { NewSecret } from './developers/new-secret';
import { SecretTable } from './developers/secret-table';
import { SigningSecret } from './developers/signing-secret';
import { TestCards } from './developers/test-cards';
import { FirstPayment } from './first-payment';
import { environmentBlock, firstRequests } from './first-requests';

export const meta = pageTitle('Developers');

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'credentials_manage');
  const where = { accountId: account.id, environment: 'test' } as const;
  const [secrets, signingSecret] = await Promise.all([listSecrets(where), requireCheckoutSecret(where)]);
  const { clientSecret, forget } = takeSecret(request, { userId: user.id, accountId: account.id });
  return data(
    {
      clientId: account.id,
      api: config.addresses.api.test,
      checkout: config.addresses.checkout.test,
      secrets,
      signingSecret,
      newSecret: clientSecret && { clientSecret, environment: environmentBlock({ clientId: account.id, clientSecret }) },
      requests: firstRequests({ clientId: account.id, clientSecret }),
      overlaps: overlapsInHours,
      cards: testCards.map(({ pan, does }) => ({ pan, brand: cardBrand(pan), does })),
    },
    { headers: { 'Set-Cookie': forget } },
  );
}

export async function action({ request }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'credentials_manage');
  const wanted = (await readForm(request)).get('overlap');
  const overlapHours = overlapsInHours.find((hours) => String(hours) === wanted);
  if (overlapHours === undefined) return data({ error: 'Choose when the older secrets stop working.' }, { status: 422 });
  const made = await rollSecret({ accountId: account.id, environment: 'test', createdBy: user.id, overlapHours });
  if (made === 'two_secrets_active')
    return data({ error: 'Two secrets work already. Wait until one ends, or let the older ones end at once.' }, { status: 409 });
  return redirect('/developers', { headers: { 'Set-Cookie': carrySecret({ userId: user.id, accountId: account.id }, made.clientSecret) } });
}

const overlapTexts: Record<number, string> = {
  0: 'At once',
  1: 'In 1 hour',
  24: 'In 24 hours',
  168: 'In 7 days',
};

export default function Developers() {
  const { clientId, api, checkout, secrets, signingSecret, newSecret, requests, overlaps, cards } = useLoaderData<typeof loader>();
  const error = useActionData<typeof action>()?.error;
  const pending = useNavigation().state === 'submitting';
  return (
    <>
      <PageHeader title="Developers" lead={<>What your server needs to take payments in the test environment. <TextLink to="/docs">Read the docs</TextLink></>} />
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
          <SecretTable secrets={secrets} />
          <Form method="post" preventScrollReset={false} className="mt-6 border-t border-line pt-5">
            <ErrorSummary errors={error ? [{ fieldId: 'overlap', message: error }] : []} />
            <div className="flex flex-wrap items-end gap-3">
              <SelectField
                name="overlap"
                label="Older secrets stop working"
                error={error}
                defaultValue="24"
                options={overlaps.map((hours) => ({ value: String(hours), text: overlapTexts[hours]! }))}
                className="w-full sm:w-64"
              />
              <Button type="submit" variant="secondary" pending={pending}>
                Create a new secret
              </Button>
            </div>
          </Form>
        </Card>
        <Card id="token" title="Your first payment" action={<TextLink to="/docs">More requests</TextLink>}>
          <FirstPayment {...requests} />
        </Card>
        <SigningSecret secret={signingSecret} />
        <Card title="Redirect hosts" action={<TextLink to="/developers/redirect-hosts">Edit the list</TextLink>}>
          <p className="max-w-2xl text-ink-soft">In live we send payers only to hosts that you have listed. The test environment takes any host.</p>
        </Card>
        <TestCards cards={cards} />
      </div>
    </>
  );
}
