import { countryName } from '~/merchants/applications/questions/country-names';
import { getAddressFormat } from '~/payments/checkout/billing/address-format';
import type { EnteredBilling } from '~/payments/checkout/billing/entered-billing';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { toTextLine } from '~/platform/text/line-input';
import { textOf } from '../../forms/form-body';
import { checkBilling, maximumBillingLengths, type BillingRules } from './billing-validation';
import { toLatinDigits } from '~/platform/text/latin-digits';
import { billingFields, type BillingField, type CardErrors } from './form-fields';

/** The values that a rejected form shows again. */
export type RetainedBilling = Partial<Record<BillingField, string>>;

type ParsedBilling = { retained?: RetainedBilling; errors: CardErrors; entered?: EnteredBilling };

const minimalFields = ['country', 'postal_code', 'email'];

/** The billing details of a payment form. Nothing for a form without them. */
export function parseBilling(form: FormData, rules: BillingRules): ParsedBilling {
  const isOptional = !rules.isRequired && !rules.isEmailRequired;
  if (isOptional && !form.has('country')) return { errors: {} };
  const input = Object.fromEntries(billingFields.map((name) => [name, readLine(form, name)])) as Record<
    BillingField,
    string
  >;
  input.postal_code = toLatinDigits(input.postal_code);
  if (countryName(input.country) === undefined) input.country = '';
  const format = input.country && getAddressFormat(input.country, 'latin');
  const errors = checkBilling(input, format, rules);
  for (const name of billingFields) if (containsCardNumber(input[name])) errors[name] = 'billing_is_number';
  // A number that is spread over several fields.
  if (containsCardNumber(Object.values(input).join(' '))) errors.postal_code = 'billing_is_number';
  const fields: readonly string[] = rules.fields === 'full' ? billingFields : minimalFields;
  const entries = Object.entries(input).filter(([name, value]) => value && fields.includes(name));
  const hasCardNumber = Object.values(errors).includes('billing_is_number');
  return {
    retained: hasCardNumber ? {} : input,
    errors,
    entered: { details: Object.fromEntries(entries), hasWholeAddress: rules.fields === 'full' },
  };
}

/** Line breaks and characters that change the reading direction become spaces. */
const readLine = (form: FormData, name: BillingField) =>
  toTextLine(
    textOf(form, name).replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' '),
    maximumBillingLengths[name],
  );
