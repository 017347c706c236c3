import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { config } from '~/platform/config/config.server';
import { Banner } from '~/ui/layout/banner';
import { Button, ButtonLink, getButtonClass } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { CodeBlock } from '~/ui/content/code-block';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { requirePerson } from '../../guards';
import { takeRecoveryCodes } from '../../one-time-secrets';
import { areaPaths, pathAfterLogin } from '../areas';

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const { codes, forget } = takeRecoveryCodes(request, user.id);
  const text =
    codes &&
    [`Recovery codes of ${user.email} for ${config.brandName}. Each works once.`, ...codes].join('\n');
  return data(
    { codes, text, security: areaPaths[area].security, next: pathAfterLogin(request, area) },
    { headers: { 'Set-Cookie': forget } },
  );
}

export const meta = pageTitle('Your recovery codes');

export default function RecoveryCodes() {
  const { codes, text, security, next } = useLoaderData<typeof loader>();
  if (!codes || !text)
    return (
      <>
        <PageHeader
          title="Your recovery codes"
          lead="They were shown once, and we don’t store them in readable form. You can create new ones."
        />
        <ButtonLink to={security}>Security</ButtonLink>
      </>
    );
  return (
    <>
      <PageHeader
        title="Your recovery codes"
        lead="If you lose your authenticator app or your passkeys, use one of these codes after your password. Each code works once."
      />
      <Panel className="max-w-xl">
        <div className="space-y-5">
          <Banner tone="caution" title="These codes are shown only once">
            Save them on paper or in a password manager, away from your phone.
          </Banner>
          <CodeBlock code={codes.join('\n')} label="Recovery codes" />
          <div className="flex flex-wrap gap-3 print:hidden">
            <a
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
              download="recovery-codes.txt"
              className={getButtonClass({ variant: 'secondary' })}
            >
              Download
            </a>
            <Print />
          </div>
          <ButtonLink to={next} size="wide">
            I saved my codes
          </ButtonLink>
        </div>
      </Panel>
    </>
  );
}

function Print() {
  if (!useHydrated()) return null;
  return (
    <Button variant="secondary" onClick={() => window.print()}>
      Print
    </Button>
  );
}
