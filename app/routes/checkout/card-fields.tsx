import { Field } from '~/ui/field';
import type { CardFaults, CardField } from './card-check';
import type { Kept } from './card-input';
import { useReading } from './reading';

type Known = {
  name: CardField;
  autoComplete: string;
  maxLength: number;
  inputMode?: 'numeric';
  wide?: boolean;
};

/** The names by which browsers and password managers know the fields of a card. */
const fields: readonly Known[] = [
  { name: 'number', autoComplete: 'cc-number', inputMode: 'numeric', maxLength: 30, wide: true },
  { name: 'expiry', autoComplete: 'cc-exp', inputMode: 'numeric', maxLength: 12 },
  { name: 'code', autoComplete: 'cc-csc', inputMode: 'numeric', maxLength: 6 },
  { name: 'name', autoComplete: 'cc-name', maxLength: 100, wide: true },
];

/** The card's fields. Its figures run from left to right in every language, as on the card. */
export function CardFields({ faults = {}, kept }: { faults?: CardFaults; kept?: Kept }) {
  const { words } = useReading();
  const hints: Partial<Record<CardField, string>> = {
    expiry: words.card.expiryHint,
    code: words.card.codeHint,
  };
  return (
    <div className="relative grid grid-cols-2 gap-5">
      {/* The script says here which card the number is of. */}
      <output id="brand" htmlFor="number" className="absolute end-0 top-0 text-ink-soft" />
      {fields.map(({ name, wide, ...field }) => {
        const fault = faults[name];
        return (
          <Field
            key={name}
            name={name}
            label={words.card[name]}
            hint={hints[name]}
            error={fault && words.faults[fault]}
            errorWord={words.error}
            defaultValue={name === 'expiry' || name === 'name' ? kept?.[name] : undefined}
            dir={name === 'name' ? 'auto' : 'ltr'}
            required
            autoCorrect="off"
            spellCheck={false}
            className={
              wide ? 'col-span-2' : 'col-span-2 flex flex-col min-[360px]:col-span-1 [&>input]:mt-auto'
            }
            {...field}
          />
        );
      })}
    </div>
  );
}
