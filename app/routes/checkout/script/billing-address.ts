import { findAddressKind } from '../card-form/address-names';
import {
  isFieldOptional,
  isFieldRequired,
  listAddressParts,
  type BillingRules,
  type BillingValues,
} from '../card-form/billing-validation';

/** The address fields of the form. They follow the country that the payer selects. */
export type BillingAddress = BillingRules & { getFormat(): string };

export function enhanceBillingAddress(
  form: HTMLFormElement,
  readValues: () => BillingValues,
): BillingAddress | undefined {
  const fieldset = form.querySelector<HTMLElement>('#billing');
  if (!fieldset) return undefined;
  const { formats = '', fields, required, emailRequired } = fieldset.dataset;
  const rules = {
    fields: fields as BillingRules['fields'],
    isRequired: required === 'true',
    isEmailRequired: emailRequired === 'true',
  };
  const country = form.elements.namedItem('country') as HTMLSelectElement;
  const getFormat = () => new RegExp(`(?:^| )${country.value}:(\\w+)`).exec(formats)?.[1] ?? '';
  const labels = JSON.parse(fieldset.dataset.labels!) as Record<string, string>;
  const parts = [...fieldset.querySelectorAll<HTMLElement>('[data-part]')];

  function arrange(): void {
    const current = listAddressParts(getFormat(), rules, readValues());
    // Moving a field takes its focus away, for example during autofill.
    const focused = document.activeElement as HTMLElement | null;
    for (const element of parts) element.hidden = !current.some(({ part }) => part === element.dataset.part);
    for (const part of current) {
      const element = parts.find((other) => other.dataset.part === part.part)!;
      element.parentElement!.append(element);
      for (const name of part.fields) {
        const mark = element.querySelector<HTMLElement>(`label[for=${name}] [data-optional]`)!;
        mark.hidden = !isFieldOptional(name, part);
        (form.elements.namedItem(name) as HTMLInputElement).required = isFieldRequired(name, part);
        const label = labels[findAddressKind(country.value, name) ?? name];
        if (label) element.querySelector(`label[for=${name}] [data-name]`)!.textContent = label;
      }
    }
    if (fieldset!.contains(focused)) focused!.focus();
  }

  country.addEventListener('change', arrange);
  fieldset.addEventListener('input', ({ target }) => {
    // Autofill can fill in a field that was hidden when it selected the country.
    if ((target as HTMLElement).closest<HTMLElement>('[data-part]')?.hidden) arrange();
  });
  // Browsers restore the country of an earlier visit.
  arrange();
  return { ...rules, getFormat };
}
