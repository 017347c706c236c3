import { Check, Copy } from 'lucide-react';
import { Button } from '../forms/button';
import { useHydrated } from '../forms/use-hydrated';
import { useCopy } from './use-copy';

/**
 * Copies text to the clipboard. `label` names it: "Copy client secret". Without scripts, the text can be
 * selected.
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const hydrated = useHydrated();
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        aria-label={label}
        className={hydrated ? 'shrink-0' : 'invisible shrink-0'}
        onClick={copy}
      >
        <Icon size={15} aria-hidden="true" />
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  );
}
