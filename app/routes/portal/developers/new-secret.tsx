import { Banner } from '~/ui/banner';
import { CodeBlock, CopyValue } from '~/ui/code-block';

/** The one time a client secret is on a page. */
export function NewSecret({
  clientId,
  clientSecret,
  api,
  checkout,
}: {
  clientId: string;
  clientSecret: string;
  api: string;
  checkout: string;
}) {
  const settings = [
    `TILLWAY_API_URL=${api}`,
    `TILLWAY_CHECKOUT_URL=${checkout}`,
    `TILLWAY_CLIENT_ID=${clientId}`,
    `TILLWAY_CLIENT_SECRET=${clientSecret}`,
  ];
  return (
    <Banner tone="positive" title="Your new client secret" live>
      <p>Copy it now. When you leave this page it cannot be shown again.</p>
      <div className="mt-4 space-y-4">
        <CopyValue value={clientSecret} label="client secret" />
        <CodeBlock label=".env" code={settings.join('\n')} />
      </div>
    </Banner>
  );
}
