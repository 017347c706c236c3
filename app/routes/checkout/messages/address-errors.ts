import type { Language } from '~/platform/text/languages';
import { addressLabelKinds, type AddressLabelKind } from '../card-form/address-names';
import type { CardError } from '../card-form/form-fields';
import { addressLabels } from './address-labels';

/** Errors of the parts of an address that a country has its own names for. Others have general ones. */
export type AddressErrors = Record<AddressLabelKind, Partial<Record<CardError, string>>>;

const missing: Record<Language, (label: string) => string> = {
  en: (label) => `Enter your ${toNoun(label)}`,
  de: (label) => `Füllen Sie das Feld „${label}“ aus`,
  fr: (label) => `Remplissez le champ «\u00a0${label}\u00a0»`,
  es: (label) => `Rellene el campo «${label}»`,
  pt: (label) => `Preencha o campo “${label}”`,
  it: (label) => `Compili il campo «${label}»`,
  nl: (label) => `Vul het veld ‘${label}’ in`,
  pl: (label) => `Wypełnij pole „${label}”`,
  ja: (label) => `${label}を入力してください`,
  ar: (label) => `املؤوا حقل «${label}»`,
};

const wrongPostalCode: Partial<Record<Language, (label: string) => string>> = {
  en: (label) => `Check the ${toNoun(label)}. It doesn’t match the selected country.`,
};

/** An English label within a sentence: ZIP code, Eircode, postcode. */
const toNoun = (label: string) => (/^(?:ZIP|PIN|Eir)/.test(label) ? label : label.toLowerCase());

const missingErrors = {
  postal_code: 'postal_code_missing',
  city: 'city_missing',
  state: 'state_missing',
} as const satisfies Record<keyof typeof addressLabelKinds, CardError>;

/** The errors that call each part what its label does. */
export function createAddressErrors(language: Language): AddressErrors {
  const labels = addressLabels[language];
  return Object.fromEntries(
    Object.entries(missingErrors).flatMap(([field, error]) =>
      addressLabelKinds[field as keyof typeof addressLabelKinds].map((kind) => [
        kind,
        {
          [error]: missing[language](labels[kind]),
          ...(field === 'postal_code' && { postal_code_wrong: wrongPostalCode[language]?.(labels[kind]) }),
        },
      ]),
    ),
  ) as AddressErrors;
}
