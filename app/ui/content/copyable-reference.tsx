import { Check, Copy } from 'lucide-react';
import { useCopy } from './use-copy';

const tailLength = 8;

/**
 * An ID or reference in a list. While the pointer is on its row, it can be copied. `label` names it: "Copy external_id".
 * In a list whose rows have no page, use a {@link CopyButton} instead.
 */
export function CopyableReference({ text, label }: { text: string; label: string }) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <span className="reference">
      <ShortReference text={text} maxLength={22} />
      {/* Out of the tab order, because a page has dozens. The page of the row copies by keyboard. */}
      <button type="button" tabIndex={-1} aria-label={`Copy ${label}`} onClick={copy}>
        <Icon size={14} aria-hidden="true" />
      </button>
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </span>
  );
}

/** An ID, cut in its middle if it's longer, because the ends distinguish IDs that were created in a row. */
export function ShortReference({ text, maxLength }: { text: string; maxLength: number }) {
  if (text.length <= maxLength) return text;
  return (
    <>
      <span aria-hidden="true" title={text}>
        {text.slice(0, maxLength - tailLength - 1)}…{text.slice(-tailLength)}
      </span>
      <span className="sr-only">{text}</span>
    </>
  );
}
