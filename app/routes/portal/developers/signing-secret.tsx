import { ChevronRight } from 'lucide-react';
import { Card } from '~/ui/card';
import { CopyValue } from '~/ui/code-block';
import { TextLink } from '~/ui/text-link';

/** Lets the merchant's server tell that the parameters a payer's browser brings are ours. Without the secret it leads to where that is shown. */
export function SigningSecret({ secret }: { secret: string | null }) {
  return (
    <Card title="Checkout signing secret">
      <p className="max-w-2xl text-ink-soft">
        After checkout the payer’s browser comes back to you with a status and a <code className="font-mono text-sm">signature</code>:
        HMAC-SHA-256 in hex, made with this secret. The return is a hint only. Ask the API for the transaction before you ship.{' '}
        <TextLink to="/developers/verify">Check one that you received</TextLink>, or a webhook.
      </p>
      {secret === null ? (
        <p className="mt-4">
          <TextLink to="/developers/signing-secret">Show the signing secret</TextLink>
        </p>
      ) : (
        <details className="group mt-4">
          <summary className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent">
            <ChevronRight size={18} aria-hidden="true" className="transition-transform group-open:rotate-90" />
            Signing secret
          </summary>
          <div className="pt-2">
            <CopyValue value={secret} label="signing secret" />
          </div>
        </details>
      )}
    </Card>
  );
}
