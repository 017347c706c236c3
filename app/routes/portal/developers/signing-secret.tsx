import type { ReactNode } from 'react';
import { Panel } from '~/ui/layout/panel';
import { TextLink } from '~/ui/content/text-link';

/**
 * Explains how the merchant's server verifies redirects. The content is the secret, or the form to show it.
 */
export function SigningSecret({ children }: { children: ReactNode }) {
  return (
    <Panel title="About this secret" className="max-w-2xl">
      <p className="max-w-2xl text-ink-soft">
        After checkout, the payer’s browser returns to your site with a status and a{' '}
        <code className="font-mono text-sm">signature</code>: an HMAC-SHA-256 in hex, created with this
        secret. Treat the redirect as a hint only. Confirm the transaction through the API before you ship.{' '}
        <TextLink to="/developers/verify">Check a redirect you received</TextLink>, or a webhook.
      </p>
      <div className="mt-4">{children}</div>
    </Panel>
  );
}
