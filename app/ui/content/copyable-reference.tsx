import { Check, Copy } from 'lucide-react';
import { useCopy } from './use-copy';

const tailLength = 8;

/**
 * An ID or reference in a list. While the pointer is on its row, it can be copied. `label` names it: "Copy external_id".
 * A longer one than `maxLength` is cut in its middle, because the ends distinguish IDs that were created in a row.
 */
export function CopyableReference({
  text,
  label,
  maxLength = 22,
}: {
  text: string;
  label: string;
  maxLength?: number;
}) {
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <span className="reference">
      {text.length > maxLength ? (
        <>
          <span aria-hidden="true" title={text}>
            {text.slice(0, maxLength - tailLength - 1)}…{text.slice(-tailLength)}
          </span>
          <span className="sr-only">{text}</span>
        </>
      ) : (
        text
      )}
      {/* Out of the tab order, because a page has dozens. The page of the row copies by keyboard. */}
      <button type="button" tabIndex={-1} aria-label={`Copy ${label}`} onClick={copy}>
        <Icon size={14} aria-hidden="true" />
      </button>
    </span>
  );
}
