import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../forms/button';
import { useHydrated } from '../forms/use-hydrated';

const confirmationMs = 2_000;

/**
 * Copies text to the clipboard. `label` names it: "Copy client secret". Without scripts, the text can be
 * selected.
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const hydrated = useHydrated();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), confirmationMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={label}
        className={hydrated ? 'shrink-0' : 'invisible shrink-0'}
        onClick={() =>
          void navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            () => setCopied(false),
          )
        }
      >
        <Icon size={15} aria-hidden="true" />
        {copied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}
