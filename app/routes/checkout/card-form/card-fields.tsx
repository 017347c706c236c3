import { Field } from '~/ui/forms/field';
import type { CardErrors, CardField } from './card-validation';
import type { RetainedCardInput } from './card-input';
import { usePageLocale } from '../page-locale';

type CardFieldAttributes = {
  name: CardField;
  autoComplete: string;
  maxLength: number;
  inputMode?: 'numeric';
  wide?: boolean;
};

/** The autocomplete names of the card fields for browsers and password managers. */
const fields: readonly CardFieldAttributes[] = [
  { name: 'number', autoComplete: 'cc-number', inputMode: 'numeric', maxLength: 30, wide: true },
  { name: 'expiry', autoComplete: 'cc-exp', inputMode: 'numeric', maxLength: 12 },
  { name: 'code', autoComplete: 'cc-csc', inputMode: 'numeric', maxLength: 6 },
  { name: 'name', autoComplete: 'cc-name', maxLength: 100, wide: true },
];

/** The card fields. Digits are left-to-right in every language, as on the card. */
export function CardFields({
  cardErrors = {},
  retained,
}: {
  cardErrors?: CardErrors;
  retained?: RetainedCardInput;
}) {
  const { messages } = usePageLocale();
  const hints: Partial<Record<CardField, string>> = {
    expiry: messages.card.expiryHint,
    code: messages.card.codeHint,
  };
  return (
    <div className="relative grid grid-cols-2 gap-5">
      {/* The script shows the card's brand here. */}
      <output id="brand" htmlFor="number" className="absolute end-0 top-0 text-ink-soft" />
      {fields.map(({ name, wide, ...field }) => {
        const cardError = cardErrors[name];
        return (
          <Field
            key={name}
            name={name}
            label={messages.card[name]}
            hint={hints[name]}
            error={cardError && messages.cardErrors[cardError]}
            errorPrefix={messages.error}
            defaultValue={name === 'expiry' || name === 'name' ? retained?.[name] : undefined}
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
