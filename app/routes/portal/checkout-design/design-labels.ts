import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { CheckoutLogoFault } from '~/merchants/checkout-design/checkout-logos';
import { languageNames } from '../../checkout/messages/language-names';

export type DesignField = keyof CheckoutDesign;

export const fieldNames: Record<DesignField, string> = {
  accent: 'Accent color',
  background: 'Background color',
  font: 'Font',
  corners: 'Corners',
  layout: 'Layout',
  payWord: 'Button text',
  logoId: 'Logo',
  companyName: 'Company name',
  companyInfo: 'Company information',
  supportEmail: 'Support email address',
  supportPhone: 'Support phone number',
  supportUrl: 'Help center',
  termsUrl: 'Terms',
  privacyUrl: 'Privacy policy',
  language: 'Default language',
  receipts: 'Receipts',
};

type Choices = {
  [F in 'font' | 'corners' | 'layout' | 'payWord' | 'language']: Record<CheckoutDesign[F], string>;
};

const choices: Choices = {
  font: {
    inter: 'Inter',
    system: 'The payer’s system font',
    nunito: 'Nunito, rounded',
    'source-serif': 'Source Serif',
    atkinson: 'Atkinson Hyperlegible, designed for legibility',
  },
  corners: { square: 'Square', soft: 'Soft', round: 'Round' },
  layout: { two_columns: 'Order and card side by side', one_column: 'Stacked' },
  payWord: {
    pay: 'Pay',
    order: 'Order and pay',
    book: 'Book and pay',
    donate: 'Donate',
    subscribe: 'Subscribe and pay',
  },
  language: languageNames,
};

export function listOptions(field: keyof Choices): { value: string; text: string }[] {
  return Object.entries(choices[field]).map(([value, text]) => ({ value, text }));
}

export const getOptionLabel = (field: keyof Choices, value: string | undefined): string | undefined =>
  listOptions(field).find((option) => option.value === value)?.text;

/** A field's value as one reads it in a list of differences. */
export function getDesignValueLabel(design: CheckoutDesign, field: DesignField): string {
  const value = design[field];
  if (field === 'accent' || field === 'background') return String(value ?? 'Default');
  if (field === 'logoId') return value ? 'Your logo' : 'None';
  if (field === 'receipts') return value ? 'Sent' : 'Not sent';
  if (field in choices) return getOptionLabel(field as keyof Choices, String(value))!;
  return String(value) || 'None';
}

export const logoMessages: Record<CheckoutLogoFault, string> = {
  empty: 'This file is empty. Choose another one',
  other_type: 'Choose a PNG, JPEG, or SVG file',
  unusual_svg: 'We can’t read this SVG file. Save it as plain SVG in UTF-8, or as PNG',
  unreadable: 'We can’t read this image. Save it as PNG, or choose another one',
  odd_size:
    'This SVG image is too small, too large, or too narrow. Use a width and height between 1 and 100,000, or save it as PNG',
  too_many_pixels:
    'This image is too large. It can have at most 25 megapixels, such as 5,000 by 5,000 pixels',
  refers_elsewhere: 'This SVG file links to other files or contains images. Save it as plain SVG, or as PNG',
  still_drawing: 'Your last logo is still being processed. Try again in a moment',
  too_busy: 'We’re processing other logos right now. Try again in a minute',
  too_large: 'This file is larger than 2 MB. Choose a smaller one',
  too_many: 'You’ve uploaded too many logos in the last hour. Try again later',
};
