import { useLocation } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Banner } from '~/ui/layout/banner';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import type { DocsReader } from './docs-reader';

/**
 * Says whose credentials the examples contain, and offers to use the reader's own token. `needsToken`: otherwise, they are about
 * getting one.
 */
export function ExampleCredentialsNote(props: NoteProps) {
  const container = useRef<HTMLDivElement>(null);
  const wasRequested = useRef(false);
  const { token } = props.reader;
  // The button that had the focus is gone.
  useEffect(() => {
    if (token && wasRequested.current) container.current?.focus();
  }, [token]);
  return (
    <div
      ref={container}
      tabIndex={-1}
      className="outline-none"
      onSubmit={() => void (wasRequested.current = true)}
    >
      <Note {...props} />
    </div>
  );
}

type NoteProps = { reader: DocsReader; needsToken?: boolean; hasPlaceholders?: boolean };

function Note({ reader, needsToken = true, hasPlaceholders = false }: NoteProps) {
  const { pathname } = useLocation();
  if (!reader.clientId) return <PlaceholderNote demo={reader.demo} returnTo={pathname} />;
  if (reader.canHaveToken && !needsToken)
    return (
      <Banner title="These examples contain your client ID">
        We show secrets only once, so enter yours in place of <code>sk_test_…</code>.
      </Banner>
    );
  if (reader.token && reader.tokenUntil)
    return (
      <Banner
        tone="positive"
        title={
          hasPlaceholders ? 'These examples contain your access token' : 'These examples are ready to run'
        }
      >
        {hasPlaceholders ? 'It’s' : 'They contain an access token'} for your test account, valid until{' '}
        <Time at={reader.tokenUntil} />.
      </Banner>
    );
  if (!reader.canHaveToken)
    return (
      <Banner title="These examples contain your client ID">
        Ask a team member who manages credentials for a secret.
      </Banner>
    );
  return (
    <Banner title="These examples contain your client ID">
      <p>
        We show secrets only once, so we can’t fill yours in here. Get an access token for the test
        environment instead. It’s valid for one hour.
      </p>
      <Form method="post" action="/docs/token" preventScrollReset className="mt-3">
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
    <Banner title="These examples contain placeholders">
      <TextLink to={`/login?${new URLSearchParams({ returnTo })}`}>Log in</TextLink> or{' '}
      <TextLink to="/register">create an account</TextLink> to see them with your own test credentials.
      {demo && ' In this demo, you can also use the client ID and secret that were printed at startup.'}
    </Banner>
  );
}
