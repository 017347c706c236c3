import { Check, Copy } from 'lucide-react';
import { Button } from '../forms/button';
import { useHydrated } from '../forms/use-hydrated';
import { useCopy } from './use-copy';

/**
 * Copies text to the clipboard. `label` names it: "Copy client secret". Without scripts, the text can be
 * selected. `isSmall`: only the icon.
 */
export function CopyButton({ text, label, isSmall }: { text: string; label: string; isSmall?: boolean }) {
  const hydrated = useHydrated();
  const { isCopied, copy } = useCopy(text);
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <Button
        variant={isSmall ? 'quiet' : 'secondary'}
        size={isSmall ? 'icon' : 'small'}
        aria-label={label}
        title={isSmall ? label : undefined}
        className={hydrated ? 'shrink-0' : 'invisible shrink-0'}
        onClick={copy}
      >
        <Icon size={15} aria-hidden="true" />
        {!isSmall && (isCopied ? 'Copied' : 'Copy')}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  );
}
