import { Lock } from 'lucide-react';
import { formatAmount } from '~/platform/money';
import { Button } from '~/ui/button';
import { ErrorSummary } from '~/ui/error-summary';
import { Field } from '~/ui/field';
import { cardFields } from './card-fields';
import type { Shown } from './shown';
import { Summary } from './summary';
import { summaryErrors } from './summary-errors';

type Props = Extract<Shown, { page: 'form' }>;

/** What is paid for, and the card. An ordinary form: it needs no scripts, and browsers know how to fill it in. */
export function CardForm({ bill, attempts, cancel, state }: Props) {
  const { errors = {}, kept } = state;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-2 lg:gap-16">
      <Summary bill={bill} />
      <section aria-labelledby="card" className="rounded-xl border border-line bg-surface p-5 shadow-card sm:p-8">
        <ErrorSummary {...summaryErrors(state)} />
        <h2 id="card" className="mb-5 text-lg font-semibold tracking-tight">
          Pay by card
        </h2>
        <form method="post" noValidate>
          <input type="hidden" name="attempts" value={attempts} />
          <div className="grid grid-cols-2 gap-5">
            {cardFields.map(({ name, wide, ...field }) => (
              <Field
                key={name}
                name={name}
                error={errors[name]}
                defaultValue={name === 'expiry' || name === 'name' ? kept?.[name] : undefined}
                autoCorrect="off"
                spellCheck={false}
                className={wide ? 'col-span-2' : 'col-span-2 min-[360px]:col-span-1'}
                {...field}
              />
            ))}
          </div>
          <Button type="submit" size="wide" className="mt-7 text-lg">
            <Lock size={18} aria-hidden="true" />
            Pay {formatAmount(bill.amount, bill.currency)}
          </Button>
        </form>
        <p className="mt-5 text-center">
          <a href={cancel} rel="noreferrer" className="text-ink-soft underline underline-offset-4 hover:text-ink">
            Cancel and go back to {bill.merchantName}
          </a>
        </p>
      </section>
    </div>
  );
}
