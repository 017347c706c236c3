import { Panel } from '~/ui/layout/panel';
import { CodeBlock } from '~/ui/content/code-block';

/** All that our support needs, to copy into a mail. In sight without scripts too. */
export function SupportBundle({ text }: { text: string }) {
  return (
    <Panel title="For our support">
      <p className="mb-4 text-ink-soft">
        Send us this when something is wrong with the payment. It holds ids, codes, amounts and times in UTC;
        no names, addresses or secrets, and nothing of the card but its brand and last four digits.
      </p>
      <details>
        <summary className="font-medium text-accent underline underline-offset-4">
          Show the support bundle
        </summary>
        <div className="mt-3 [&_pre]:max-h-96 [&_pre]:overflow-y-auto">
          <CodeBlock code={text} label="support bundle" />
        </div>
      </details>
    </Panel>
  );
}
