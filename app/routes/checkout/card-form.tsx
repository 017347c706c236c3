import { Lock } from 'lucide-react';
import { Button } from '~/ui/button';
import { ErrorSummary } from '~/ui/error-summary';
import { FieldError } from '~/ui/field';
import { useNonce } from '~/ui/nonce';
import { CardFields } from './card-fields';
import { Problems } from './problems';
import { useReading } from './reading';
import { scriptWords } from './script-words';
import type { PageOf } from './shown';
import { Summary } from './summary';

/** What is paid for, and the card. An ordinary form: it needs no scripts, and browsers know how to fill it in. */
export function CardForm({ bill, design, attempts, cancel, state, script }: PageOf<'form'>) {
  const { words, name, amount } = useReading();
  const nonce = useNonce();
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-16">
      <Summary bill={bill} />
      <section aria-labelledby="card" className="min-w-0 rounded-xl border border-line bg-surface p-5 shadow-card sm:p-8">
        <div id="problems">
          <Problems {...state} />
        </div>
        <h2 id="card" className="mb-5 text-lg font-semibold tracking-tight">
          {words.card.heading}
        </h2>
        <form method="post" noValidate data-words={script && JSON.stringify(scriptWords(words))}>
          <input type="hidden" name="attempts" value={attempts} />
          <CardFields {...state} />
          <Button type="submit" size="wide" className="mt-7 text-lg">
            <Lock size={18} aria-hidden="true" className="shrink-0" />
            <span data-label>{words.pay[design.payWord](amount(bill))}</span>
          </Button>
        </form>
        <form method="post" action={cancel} className="mt-5 text-center">
          <button type="submit" className="min-h-11 text-ink-soft underline underline-offset-4 hover:text-ink">
            {words.cancel(name(bill.merchantName))}
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
    </div>
  );
}
