import type { ReactNode } from 'react';
import { getBrandCodeLength } from '~/payments/checkout/cards';
import { BrandMark } from '../card-form/brand-marks';
import { newCardChoice } from '../card-form/form-state';
import type { OfferedCard } from '../page-data';
import { usePageLocale } from '../page-locale';
import { formatPrintedExpiry, SavedCardLabel } from './saved-card-label';

/**
 * The payer's saved cards, or a new one. Style sheets hide the fields of a new card, so that it works without the script.
 * The server decides by the choice that is sent, whatever was visible.
 */
export function SavedCardChoice({ cards, choice }: { cards: readonly OfferedCard[]; choice?: string }) {
  const { messages, name } = usePageLocale();
  const selected = choice ?? cards[0]?.id;
  return (
    <fieldset className="mb-6 min-w-0">
      <legend className="mb-1.5 font-medium">{messages.savedCards.choose}</legend>
      <div className="@container divide-y divide-line overflow-hidden rounded-lg border border-line-strong">
        {cards.map(({ id, removalUrl, ...card }, index) => (
          <Option
            key={id}
            id={`card-${index}`}
            value={id}
            selected={selected}
            codeLength={getBrandCodeLength(card.brand)}
            action={
              <a
                href={removalUrl}
                className="inline-flex min-h-11 max-w-full items-center text-sm wrap-anywhere text-ink-soft underline underline-offset-4 hover:text-ink"
              >
                <span>
                  {messages.savedCards.remove}{' '}
                  <span className="sr-only">
                    <SavedCardLabel {...card} />
                  </span>
                </span>
              </a>
            }
          >
            <span className="@max-xs:hidden">
              <BrandMark brand={card.brand} />
            </span>
            <span className="min-w-0">
              <SavedCardLabel {...card} />{' '}
              <span className="block text-sm text-ink-soft">
                {messages.savedCards.expires(name(formatPrintedExpiry(card.expiry)))}
              </span>
            </span>
          </Option>
        ))}
        <Option id="card-new" value={newCardChoice} selected={selected}>
          {messages.savedCards.another}
        </Option>
      </div>
    </fieldset>
  );
}

type OptionProps = {
  id: string;
  value: string;
  selected: string | undefined;
  /** Of the card's security code, for the script. */
  codeLength?: number;
  action?: ReactNode;
  children: ReactNode;
};

function Option({ id, value, selected, codeLength, action, children }: OptionProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-x-3 px-3 has-checked:bg-accent-soft sm:px-4">
      <label
        htmlFor={id}
        className="flex min-h-14 max-w-full min-w-0 flex-[1_0_max-content] cursor-pointer items-center gap-3 py-2 wrap-anywhere @max-[9rem]:flex-wrap"
      >
        <input
          type="radio"
          id={id}
          name="card"
          value={value}
          defaultChecked={value === selected}
          data-code-length={codeLength}
          // Some browsers restore an earlier choice after a reload.
          autoComplete="off"
          className="size-5 shrink-0 accent-accent"
        />
        {children}
      </label>
      {action}
    </div>
  );
}
