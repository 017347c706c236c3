import clsx from 'clsx';
import { CardSection } from './card-section';
import { Problems } from './problems';
import { useReading } from './reading';
import type { PageOf } from './shown';
import { Summary } from './summary';

/** What is paid for, and the card. */
export function CardForm({ bill, design, attempts, puzzle, cancel, state, script }: PageOf<'form'>) {
  const { words, name, amount } = useReading();
  return (
    <div className={clsx('grid items-start gap-8', design.layout === 'two_columns' && 'lg:grid-cols-2 lg:gap-16')}>
      <Summary bill={bill} />
      <CardSection
        problems={<Problems {...state} />}
        heading={words.card.heading}
        state={state}
        attempts={attempts}
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
