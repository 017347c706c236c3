import type { ReactNode } from 'react';
import { Panel } from '~/ui/layout/panel';
import { TextLink } from '~/ui/content/text-link';

/** Lets the merchant's server tell that the parameters a payer's browser brings are ours. Inside stands the secret, or the way to see it. */
export function SigningSecret({ children }: { children: ReactNode }) {
  return (
    <Panel title="What it is for" className="max-w-2xl">
      <p className="max-w-2xl text-ink-soft">
        After checkout the payer’s browser comes back to you with a status and a{' '}
        <code className="font-mono text-sm">signature</code>: HMAC-SHA-256 in hex, made with this secret. The
        return is a hint only. Ask the API for the transaction before you ship.{' '}
        <TextLink to="/developers/verify">Check one that you received</TextLink>, or a webhook.
      </p>
      <div className="mt-4">{children}</div>
    </Panel>
  );
}
