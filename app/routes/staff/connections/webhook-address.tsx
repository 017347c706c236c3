import { CopyButton } from '~/ui/content/copy-button';

/** The address for the acquirer's webhooks. Without scripts, it can be selected. */
export function WebhookAddress({ url }: { url: string }) {
  return (
    <div>
      <p className="mb-1.5 font-medium">Webhook address</p>
      <div className="flex items-start justify-between gap-3 rounded-lg bg-sunken px-3 py-2">
        <code className="min-w-0 self-center font-mono text-sm break-all">{url}</code>
        <CopyButton text={url} label="Copy webhook address" />
      </div>
    </div>
  );
}
