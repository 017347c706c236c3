import clsx from 'clsx';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Puzzle } from '~/payments/card-testing/proof-of-work';
import { Button } from '~/ui/forms/button';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { FieldErrorMessage } from '~/ui/forms/field';
import { CheckoutScript } from '../page/checkout-script';
import { BillingFields, type BillingForm } from './billing-fields';
import { CancelForm } from './cancel-form';
import { CardCleared } from './card-cleared';
import { CardFields } from './card-fields';
import { pickScriptMessages } from './script-messages';
import { usePageLocale } from '../page-locale';
import type { CheckoutPageData, OfferedCard } from '../page-data';
import { SavedCardChoice } from '../saved-cards/saved-card-choice';
import type { FormState } from './form-state';
import type { CheckoutMessages } from '../messages/messages';

type Props = {
  errorSummary: ReactNode;
  heading?: string;
  /** The page's, without an error. */
  title: string;
  state: Pick<FormState, 'cardErrors' | 'retained' | 'choice' | 'wasCardCleared'>;
  savedCards?: readonly OfferedCard[];
  billing?: BillingForm;
  challenge: Puzzle;
  script: CheckoutPageData['script'];
  messages: CheckoutMessages;
  /** The button's text. */
  label: string;
  cancelUrl: string;
  cancelLabel: string;
  /** The text of the checkbox with which the payer agrees. */
  consent?: string;
};

/** The card form. It works without scripts, and browsers can fill it in. */
export function CardSection({
  errorSummary,
  heading,
  title,
  state,
  savedCards = [],
  billing,
  challenge,
  script,
  messages,
  label,
  cancelUrl,
  cancelLabel,
  consent,
}: Props) {
  const { language } = usePageLocale();
  const consentError = state.cardErrors?.consent;
  return (
    <section
      aria-labelledby={heading && 'card'}
      className="min-w-0 rounded-xl border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      <div id="problems">
        {errorSummary}
        {state.wasCardCleared && <CardCleared />}
      </div>
      {heading && (
        <h2 id="card" className="mb-5 text-lg font-semibold tracking-tight">
          {heading}
        </h2>
      )}
      <form
        method="post"
        noValidate
        data-title={script && title}
        data-messages={script && JSON.stringify(pickScriptMessages(messages, language))}
        className="group/card"
      >
        {/* Some browsers restore earlier values after a reload. */}
        <input type="hidden" name="form_id" value={challenge.formId} autoComplete="off" />
        <input type="hidden" name="ticket" value={challenge.ticket} autoComplete="off" />
        <input type="hidden" name="nonce" data-bits={challenge.bits} />
        <input type="hidden" name="screen" />
        {savedCards.length > 0 && <SavedCardChoice cards={savedCards} choice={state.choice} />}
        <CardFields cardErrors={state.cardErrors} retained={state.retained} />
        {billing && (
          <BillingFields billing={billing} errors={state.cardErrors} retained={state.retained?.billing} />
        )}
        {consent && (
          <div className="mt-6">
            <CheckboxField
              name="consent"
              value="yes"
              label={consent}
              required
              defaultChecked={state.retained?.consent}
              error={consentError && messages.cardErrors[consentError]}
              errorPrefix={messages.error}
            />
          </div>
        )}
        {/* With large text on a phone, the amount needs the whole width. */}
        <div className="@container mt-7">
          <Button
            type="submit"
            size="wide"
            className={clsx(
              'text-lg @max-[14rem]:px-1',
              hasLongNumber(label) ? '@max-[14rem]:text-[min(1rem,9cqw)]' : '@max-[14rem]:text-base',
            )}
          >
            <span aria-hidden="true" className="spinner" />
            <Lock size={18} aria-hidden="true" className="shrink-0 @max-[14rem]:hidden" />
            <span data-label className="min-w-0 wrap-anywhere">
              {allowBreakAtCurrency(label)}
            </span>
          </Button>
        </div>
      </form>
      {/* Outside of the busy form, where changes aren't announced. */}
      <p id="progress" role="status" className="text-center text-ink-soft not-empty:mt-3" />
      <CancelForm to={cancelUrl} label={cancelLabel} />
      {script && (
        <>
          <template id="problems-template">
            <ErrorSummary title={messages.problem} errors={[{ fieldId: 'number', message: '' }]} />
          </template>
          <template id="fault">
            <FieldErrorMessage id="" message="" prefix={messages.error} />
          </template>
          <CheckoutScript script={script} />
        </>
      )}
    </section>
  );
}

/** It can't break, and needs a smaller font. */
const hasLongNumber = (label: string) => /[\d.,]{11}/.test(label);

/** Large amounts fit with large text, too. A number's own spaces stay. */
const allowBreakAtCurrency = (label: string) => label.replace(/(?<!\d)\u00a0|\u00a0(?!\d)/g, ' ');
