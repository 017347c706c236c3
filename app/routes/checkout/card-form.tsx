import clsx from 'clsx';
import { CardSection } from './card-section';
import { Problems } from './problems';
import { useReading } from './reading';
import type { PageOf } from './shown';
import { Summary } from './summary';

/** What is paid for, and the card. */
export function CardForm({ bill, design, puzzle, cancel, state, script }: PageOf<'form'>) {
  const { words, name, amount } = useReading();
  const { faults, declined, reason } = state;
  return (
    <div
      className={clsx(
        'grid items-start gap-8',
        design.layout === 'two_columns' && 'lg:grid-cols-2 lg:gap-16',
      )}
    >
      <Summary bill={bill} />
      <CardSection
        problems={
          <Problems
            faults={faults}
            declined={declined}
            title={declined ? words.declined : reason && words.notTaken}
            texts={[reason && words.reasons[reason]]}
          />
        }
        heading={words.card.heading}
        state={state}
        puzzle={puzzle}
        script={script}
        words={words}
        label={words.pay[design.payWord](amount(bill))}
        cancel={cancel}
        cancelLabel={words.cancel(name(bill.merchantName))}
      />
    </div>
  );
}
