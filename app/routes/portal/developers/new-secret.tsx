import { Banner } from '~/ui/layout/banner';
import { CodeBlock, CopyValue } from '~/ui/content/code-block';

/** The only time a client secret is shown. */
export function NewSecret({ clientSecret, environment }: { clientSecret: string; environment: string }) {
  return (
    <Banner tone="positive" title="Your new client secret" announced>
      <p>Copy it now. You won’t be able to see it again after you leave this page.</p>
      <div className="mt-4 space-y-4">
        <CopyValue value={clientSecret} label="client secret" />
        <CodeBlock label=".env block" code={environment} />
      </div>
    </Banner>
  );
}
