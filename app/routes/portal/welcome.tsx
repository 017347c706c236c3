import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { Banner } from '~/ui/layout/banner';
import { ButtonLink } from '~/ui/forms/button';
import { CodeBlock, CopyValue } from '~/ui/content/code-block';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { requireMerchant } from '../guards';
import { takeSecret } from '../one-time-secrets';
import { FirstPayment } from './home/first-payment';
import { FirstPaymentLink } from './home/first-payment-link';
import { buildEnvironmentBlock, buildFirstRequests } from './home/first-requests';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'credentials_manage');
  const { clientSecret, forget } = takeSecret(request, { userId: user.id, accountId: account.id });
  const oneTimeSecret = clientSecret ? { clientId: account.id, clientSecret } : null;
  return data(
    {
      clientId: account.id,
      credentials: oneTimeSecret && {
        ...oneTimeSecret,
        environment: buildEnvironmentBlock({ ...oneTimeSecret, environment: 'test' }),
        requests: buildFirstRequests(oneTimeSecret),
      },
    },
    { headers: { 'Set-Cookie': forget } },
  );
}

export const meta = pageTitle('Welcome');

export default function Welcome() {
  const { clientId, credentials } = useLoaderData<typeof loader>();
  if (!credentials) return <SecretNotAvailable clientId={clientId} />;
  return (
    <AuthLayout
      title="Your account is ready"
      lead="Try everything in the test environment, where no money moves."
      wide
    >
      <div className="space-y-8">
        <FirstSteps />
        <section aria-labelledby="credentials" className="space-y-4">
          <h2 id="credentials" className="text-lg font-semibold tracking-tight">
            Connect your site
          </h2>
          <p>
            Take payments on your own website or in your app with the API. These test credentials are for your
            server.
          </p>
          <Banner tone="caution" title="This secret is shown only once">
            Copy it to a safe place before you leave this page. If you lose it, create a new one.
          </Banner>
          <dl className="space-y-3">
            <Credential name="Client ID" value={credentials.clientId} />
            <Credential name="Client secret" value={credentials.clientSecret} />
          </dl>
          <CodeBlock label=".env block" code={credentials.environment} />
          <h3 className="font-semibold">Your first payment with the API</h3>
          <FirstPayment {...credentials.requests} />
        </section>
        <ButtonLink to="/" size="wide">
          Go to the portal
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}

/** What needs no code, in the order in which merchants do it. */
function FirstSteps() {
  return (
    <>
      <section aria-labelledby="first-payment">
        <h2 id="first-payment" className="mb-4 text-lg font-semibold tracking-tight">
          Take your first payment
        </h2>
        <FirstPaymentLink />
      </section>
      <section aria-labelledby="go-live">
        <h2 id="go-live" className="mb-4 text-lg font-semibold tracking-tight">
          Go live
        </h2>
        <p>
          Before you can take real payments, we need to verify your business.{' '}
          <TextLink to="/application">Apply to go live</TextLink> when you’re ready.
        </p>
      </section>
    </>
  );
}

function Credential({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="mb-1 text-sm font-medium text-ink-soft">{name}</dt>
      <dd>
        <CopyValue label={name.toLowerCase()} value={value} />
      </dd>
    </div>
  );
}

function SecretNotAvailable({ clientId }: { clientId: string }) {
  return (
    <AuthLayout
      title="Your account is ready"
      lead="The client secret was shown once. We store only a hash of it."
    >
      <div className="space-y-6">
        <FirstSteps />
        <dl>
          <Credential name="Client ID" value={clientId} />
        </dl>
        <p>
          Lost the secret? Create a new one under <TextLink to="/developers">Developers</TextLink>.
        </p>
        <ButtonLink to="/" size="wide">
          Go to the portal
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
