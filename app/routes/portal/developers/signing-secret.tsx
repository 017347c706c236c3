import { ChevronRight } from 'lucide-react';
import { Card } from '~/ui/card';
import { CopyValue } from '~/ui/code-block';

/** Lets the merchant's server tell that the parameters a payer's browser brings are ours. */
export function SigningSecret({ secret }: { secret: string }) {
  return (
    <Card title="Checkout signing secret">
      <p className="max-w-2xl text-ink-soft">
        After checkout the payer’s browser comes back to you with a status and a <code className="font-mono text-sm">signature</code>:
        HMAC-SHA-256 in hex, made with this secret. The return is a hint only. Ask the API for the transaction before you ship.
      </p>
      <details className="group mt-4">
        <summary className="inline-flex min-h-11 items-center gap-1.5 font-medium text-accent">
          <ChevronRight size={18} aria-hidden="true" className="transition-transform group-open:rotate-90" />
          Signing secret
        </summary>
        <div className="pt-2">
          <CopyValue value={secret} label="signing secret" />
        </div>
      </details>
    </Card>
  );
}
