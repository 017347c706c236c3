import type { BillingCountry } from '~/payments/checkout/billing/billing-countries';
import { createAddressErrors } from '../messages/address-errors';
import { addressLabels } from '../messages/address-labels';
import type { CheckoutMessages } from '../messages/messages';
import { Field } from '~/ui/forms/field';
import { SelectField } from '~/ui/forms/select-field';
import { usePageLocale } from '../page-locale';
import { findAddressKind } from './address-names';
import { getErrorText } from './error-text';
import type { RetainedBilling } from './billing-input';
import {
  isFieldOptional,
  isFieldRequired,
  listAddressParts,
  maximumBillingLengths,
  type BillingRules,
} from './billing-validation';
import { type BillingField, type CardErrors } from './form-fields';

/** `known`: what the merchant sent. `asksForEmail`: whether the receipt needs an address. */
export type BillingForm = BillingRules & {
  countries: readonly BillingCountry[];
  known: RetainedBilling;
  asksForEmail: boolean;
  isTest: boolean;
};

type Props = { billing: BillingForm; errors?: CardErrors; retained?: RetainedBilling };

const autoComplete: Record<BillingField, string> = {
  country: 'billing country',
  address_1: 'billing address-line1',
  address_2: 'billing address-line2',
  postal_code: 'billing postal-code',
  city: 'billing address-level2',
  state: 'billing address-level1',
  email: 'email',
};

/**
 * The billing address in the order of its country, and the address for the receipt. The script rearranges it for another
 * country. Without a script, it has all fields until the country is known. A field with a value is always visible.
 */
export function BillingFields({ billing, errors = {}, retained }: Props) {
  const { messages, language } = usePageLocale();
  const { countries, isRequired, isEmailRequired = false, fields, asksForEmail, isTest } = billing;
  const values = retained ?? billing.known;
  const format = countries.find(({ code }) => code === values.country)?.format ?? '';
  const parts = listAddressParts(format, billing, values);
  const otherParts = listAddressParts('', billing, {}).filter(
    ({ part }) => !parts.some((other) => other.part === part),
  );
  const texts = { ...messages, addressErrors: createAddressErrors(language) };
  const getError = (name: BillingField) =>
    errors[name] && getErrorText(texts, name, errors[name], values.country);
  const labels = addressLabels[language];
  const labelOf = (name: Exclude<BillingField, 'country'>) => {
    const kind = findAddressKind(values.country ?? '', name);
    return kind ? labels[kind] : messages.billing[name];
  };
  const emailHint = [messages.billing.emailHint, ...(isTest ? [messages.billing.testReceipts] : [])].join(
    ' ',
  );
  const input = (
    name: Exclude<BillingField, 'country'>,
    { isOptional, isRequired }: { isOptional: boolean; isRequired: boolean },
  ) => (
    <Field
      key={name}
      name={name}
      label={
        <>
          <span data-name>{labelOf(name)}</span>
          <span data-optional hidden={!isOptional} className="font-normal text-ink-soft">
            {' '}
            {messages.billing.optional}
          </span>
        </>
      }
      hint={name === 'email' ? emailHint : undefined}
      error={getError(name)}
      errorPrefix={messages.error}
      required={isRequired}
      defaultValue={values[name]}
      autoComplete={autoComplete[name]}
      maxLength={maximumBillingLengths[name]}
      dir="auto"
      {...(name === 'email' && { type: 'email', dir: 'ltr' })}
    />
  );
  return (
    <>
      <fieldset
        id="billing"
        data-fields={fields}
        data-required={isRequired}
        data-email-required={isEmailRequired}
        data-labels={JSON.stringify({ ...labels, ...pickGeneralLabels(messages) })}
        data-formats={countries.map(({ code, format }) => `${code}:${format}`).join(' ')}
        aria-describedby="billing-hint"
        className="mt-7 min-w-0 border-t border-line pt-6"
      >
        <legend className="float-start mb-1 w-full text-base font-semibold">
          {messages.billing.heading}
          {!isRequired && <span className="font-normal text-ink-soft"> {messages.billing.optional}</span>}
        </legend>
        <p id="billing-hint" className="clear-both mb-4 text-sm text-ink-soft">
          {messages.billing.hint}
        </p>
        <div id="billing-parts" className="flex flex-wrap items-end gap-5">
          <div className={fields === 'full' ? 'basis-full' : 'min-w-0 flex-1 basis-40'}>
            <SelectField
              name="country"
              label={messages.billing.country}
              error={getError('country')}
              errorPrefix={messages.error}
              required={isRequired}
              defaultValue={values.country ?? ''}
              autoComplete={autoComplete.country}
              options={[
                { value: '', text: messages.billing.chooseCountry },
                ...countries.map(({ code, name }) => ({ value: code, text: name })),
              ]}
            />
          </div>
          {[...parts, ...otherParts].map((part) => (
            <div
              key={part.part}
              data-part={part.part}
              hidden={!parts.includes(part)}
              className={part.part === 'a' ? 'basis-full space-y-5' : 'min-w-0 flex-1 basis-36'}
            >
              {part.fields.map((name) =>
                input(name, {
                  isOptional: isFieldOptional(name, part),
                  isRequired: isFieldRequired(name, part),
                }),
              )}
            </div>
          ))}
        </div>
      </fieldset>
      {asksForEmail && (
        <div className="mt-6">
          {input('email', { isOptional: !isEmailRequired, isRequired: isEmailRequired })}
        </div>
      )}
    </>
  );
}

/** For countries without a name of their own. */
const pickGeneralLabels = ({ billing: { postal_code, city, state } }: CheckoutMessages) => ({
  ...{ postal_code, city, state },
});
