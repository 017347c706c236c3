import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { CheckoutLogoFault } from '~/merchants/checkout-design/checkout-logos';
import { languageNames } from '../../checkout/messages/messages';

export type DesignField = keyof CheckoutDesign;

export const fieldNames: Record<DesignField, string> = {
  accent: 'Accent colour',
  background: 'Background colour',
  font: 'Font',
  corners: 'Corners',
  layout: 'Layout',
  payWord: 'Button',
  logoId: 'Logo',
  companyName: 'Name',
  companyInfo: 'Company information',
  supportEmail: 'Support email address',
  supportPhone: 'Support phone number',
  supportUrl: 'Help page',
  termsUrl: 'Terms',
  privacyUrl: 'Privacy policy',
  language: 'Usual language',
  receipts: 'Receipts',
};

type Choices = {
  [F in 'font' | 'corners' | 'layout' | 'payWord' | 'language']: Record<CheckoutDesign[F], string>;
};

const choices: Choices = {
  font: {
    inter: 'Inter',
    system: 'The font of the payer’s device',
    nunito: 'Nunito, rounded',
    'source-serif': 'Source Serif, with serifs',
    atkinson: 'Atkinson Hyperlegible, made to be easy to read',
  },
  corners: { square: 'Square', soft: 'Soft', round: 'Round' },
  layout: { two_columns: 'Order and card side by side', one_column: 'One below the other' },
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

/** A field's value as one reads it in a list of differences. */
export function getDesignValueLabel(design: CheckoutDesign, field: DesignField): string {
  const value = design[field];
  if (field === 'accent' || field === 'background') return String(value ?? 'As we made it');
  if (field === 'logoId') return value ? 'Your picture' : 'None';
  if (field === 'receipts') return value ? 'Sent' : 'Not sent';
  if (field in choices) return (choices[field as keyof Choices] as Record<string, string>)[String(value)]!;
  return String(value) || 'None';
}

export const logoMessages: Record<CheckoutLogoFault, string> = {
  empty: 'This file is empty. Choose another one',
  other_type: 'Choose a PNG, JPEG or SVG file',
  unusual_svg:
    'This SVG file is saved in a way that we do not read. Save it as plain SVG in UTF-8, or as PNG',
  unreadable: 'This picture cannot be read. Save it again as PNG, or choose another one',
  odd_size:
    'This drawing is too small, too large or too narrow. Make it from 1 to 10,000 wide and high, or save it as PNG',
  too_many_pixels: 'This picture is too large. Make it 5,000 pixels wide and high, or less',
  refers_elsewhere:
    'This SVG file refers to other files or has pictures in it. Save it as a plain SVG, or as PNG',
  still_drawing: 'Your last logo is still being drawn. Choose this one again in a moment',
  too_busy: 'Other logos are being drawn just now. Choose yours again in a minute',
  too_large: 'This file is larger than 2 MB. Choose a smaller one',
  too_many: 'You have uploaded many logos within an hour. Try again later',
};
