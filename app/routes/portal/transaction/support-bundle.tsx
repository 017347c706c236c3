import { FoldedPanel } from '~/ui/layout/folded-panel';
import { OperatorContact } from '~/ui/layout/operator-contact';
import { CodeBlock } from '~/ui/content/code-block';

/** The data that our support needs, to copy into an email. Visible without scripts, too. */
export function SupportBundle({ text }: { text: string }) {
  return (
    <FoldedPanel title="For our support team">
      <p className="mb-4 text-ink-soft">
        Send this to <OperatorContact /> if something is wrong with the payment. It contains IDs, codes,
        amounts, and times in UTC. It contains no names, addresses, or secrets, and only the brand and last
        four digits of the card.
      </p>
      <div className="[&_pre]:max-h-96 [&_pre]:overflow-y-auto">
        <CodeBlock code={text} label="support bundle" />
      </div>
    </FoldedPanel>
  );
}
