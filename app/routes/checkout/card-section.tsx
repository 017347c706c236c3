import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Puzzle } from '~/payments/proof-of-work';
import { Button } from '~/ui/button';
import { ErrorSummary } from '~/ui/error-summary';
import { FieldError } from '~/ui/field';
import { useNonce } from '~/ui/nonce';
import { CardFields } from './card-fields';
import { scriptWords } from './script-words';
import type { Shown } from './shown';
import type { FormState } from './form-state';
import type { Words } from './words/words';

type Props = {
  problems: ReactNode;
  heading?: string;
  state: Pick<FormState, 'faults' | 'kept'>;
  puzzle: Puzzle;
  script: Shown['script'];
  words: Words;
  /** What the button says. */
  label: string;
  cancel: string;
  cancelLabel: string;
};

/** The card's form. An ordinary form: it needs no scripts, and browsers know how to fill it in. */
export function CardSection({
  problems,
  heading,
  state,
  puzzle,
  script,
  words,
  label,
  cancel,
  cancelLabel,
}: Props) {
  const nonce = useNonce();
  return (
    <section
      aria-labelledby={heading && 'card'}
      className="min-w-0 rounded-xl border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      <div id="problems">{problems}</div>
      {heading && (
        <h2 id="card" className="mb-5 text-lg font-semibold tracking-tight">
          {heading}
        </h2>
      )}
      <form method="post" noValidate data-words={script && JSON.stringify(scriptWords(words))}>
        {/* Some browsers put back what stood here before the page was loaded again. */}
        <input type="hidden" name="form_id" value={puzzle.formId} autoComplete="off" />
        <input type="hidden" name="ticket" value={puzzle.ticket} autoComplete="off" />
        <input type="hidden" name="nonce" data-bits={puzzle.bits} />
        <CardFields {...state} />
        <Button type="submit" size="wide" className="mt-7 text-lg">
          <Lock size={18} aria-hidden="true" className="shrink-0" />
          <span data-label>{label}</span>
        </Button>
      </form>
      <form method="post" action={cancel} className="mt-5 text-center">
        <button type="submit" className="min-h-11 text-ink-soft underline underline-offset-4 hover:text-ink">
          {cancelLabel}
        </button>
      </form>
      {script && (
        <>
          <template id="problems-template">
            <ErrorSummary title={words.problem} errors={[{ fieldId: 'number', message: '' }]} />
          </template>
          <template id="fault">
            <FieldError id="" message="" word={words.error} />
          </template>
          <script src={script.path} integrity={script.integrity} nonce={nonce} defer />
        </>
      )}
    </section>
  );
}
