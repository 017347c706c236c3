import { useLocation } from '@remix-run/react';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import type { DocsReader } from './docs-reader';

/** Says whose credentials the examples carry, and offers to put the reader's own token in. */
export function ExampleCredentialsNote({ reader }: { reader: DocsReader }) {
  const { pathname } = useLocation();
  if (!reader.clientId) return <PlaceholderNote demo={reader.demo} returnTo={pathname} />;
  if (reader.token && reader.tokenUntil)
    return (
      <Banner tone="positive" title="The examples work as they stand">
        They carry an access token of your test account, good until <Time at={reader.tokenUntil} />.
      </Banner>
    );
  if (!reader.canHaveToken)
    return (
      <Banner title="The examples carry your client id">
        A secret is for those who manage this account’s credentials.
      </Banner>
    );
  return (
    <Banner title="The examples carry your client id">
      <p>
        Secrets are shown once, so yours cannot stand here. Take a token instead: for the test environment,
        good for an hour.
      </p>
      <Form method="post" action="/docs/token" className="mt-3">
        <input type="hidden" name="returnTo" value={pathname} />
        <Button type="submit" variant="secondary">
          Get an access token for these examples
        </Button>
      </Form>
    </Banner>
  );
}

function PlaceholderNote({ demo, returnTo }: { demo: boolean; returnTo: string }) {
  return (
    <Banner title="The examples hold placeholders">
      <TextLink to={`/login?${new URLSearchParams({ returnTo })}`}>Log in</TextLink> or{' '}
      <TextLink to="/register">create an account</TextLink>, and they carry your own test credentials.
      {demo && ' This is a demo: its start printed a client id and a secret that you can use, too.'}
    </Banner>
  );
}
