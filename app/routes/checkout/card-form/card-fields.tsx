import clsx from 'clsx';
import { Field } from '~/ui/forms/field';
import { type CardErrors, type CardField } from './form-fields';
import type { RetainedCardInput } from './card-input';
import { usePageLocale } from '../page-locale';
import { BrandMarks } from './brand-marks';
import { SecurityCodeDrawing } from './security-code-drawing';

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

/**
 * The card fields. Digits are left-to-right in every language, as on the card. For a saved card, only the security code is
 * visible.
 */
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
    <div className="relative flex flex-wrap gap-5">
      {/* The script writes the card's brand here. */}
      <output id="brand" htmlFor="number" className="sr-only" />
      {fields.map(({ name, wide, ...field }) => {
        const cardError = cardErrors[name];
        const input = (
          <Field
            key={name}
            name={name}
            label={<Label name={name} text={messages.card[name]} />}
            hint={hints[name]}
            error={cardError && messages.cardErrors[cardError]}
            errorPrefix={messages.error}
            defaultValue={name === 'expiry' || name === 'name' ? retained?.[name] : undefined}
            dir={name === 'name' ? 'auto' : 'ltr'}
            required
            autoCorrect="off"
            spellCheck={false}
            className={clsx(
              wide ? 'w-full' : `${name === 'code' ? 'grow' : narrowClass} flex flex-col [&>input]:mt-auto`,
              name === 'code' && '[&>input]:pr-14',
              name !== 'code' && 'group-has-[#card-new:not(:checked)]/card:hidden',
            )}
            {...field}
          />
        );
        if (name !== 'code') return input;
        return (
          <div key={name} className={`relative ${narrowClass} flex`}>
            {input}
            <SecurityCodeDrawing />
          </div>
        );
      })}
    </div>
  );
}

/** Beside each other, unless the text is large. */
const narrowClass = 'min-w-0 flex-1 basis-32';

function Label({ name, text }: { name: CardField; text: string }) {
  if (name === 'number')
    return (
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        {text}
        <BrandMarks />
      </span>
    );
  if (name !== 'code' || text.includes('CVC')) return text;
  // The name that most cards and banks use, in every language.
  return (
    <>
      {text} <bdi className="font-normal text-ink-soft">(CVC)</bdi>
    </>
  );
}
