import type { Language } from '~/platform/text/languages';

// What a merchant may choose of its checkout. Every value is one of a list, a color of six digits, or text that pages draw
// as text: no markup and no style sheet of a merchant's is ever taken (threat T12).

export const fonts = ['inter', 'system', 'nunito', 'source-serif', 'atkinson'] as const;
export const cornerShapes = ['square', 'soft', 'round'] as const;
export const layouts = ['two_columns', 'one_column'] as const;
/** What the button calls it; the amount always follows. Translated, so a list and no free text. */
export const payButtonVerbs = ['pay', 'order', 'book', 'donate', 'subscribe'] as const;
export const maxCompanyNameLength = 60;
export const maxCompanyInfoLength = 300;
/** "2 MB" to people. */
export const maxLogoBytes = 2 * 1024 * 1024;

export type CheckoutDesign = {
  /** `#rrggbb`, of buttons and links; null for the house's own. */
  accent: string | null;
  /** `#rrggbb`, behind everything; null for the house's own, which follows the payer's light or dark. */
  background: string | null;
  font: (typeof fonts)[number];
  corners: (typeof cornerShapes)[number];
  layout: (typeof layouts)[number];
  payWord: (typeof payButtonVerbs)[number];
  /** Of a picture in merchants/checkout-design/checkout-logos. */
  logoId: string | null;
  /** Empty: the account's name. */
  companyName: string;
  /** Lines such as the registered address. */
  companyInfo: string;
  supportEmail: string;
  supportPhone: string;
  supportUrl: string;
  termsUrl: string;
  privacyUrl: string;
  /** For payers whose browser asks for none that we have. */
  language: Language;
  /** Whether payers who gave an email address are sent a receipt. */
  receipts: boolean;
};

/** How a checkout looks before its merchant has chosen anything. */
export const defaultDesign: CheckoutDesign = {
  accent: null,
  background: null,
  font: 'inter',
  corners: 'soft',
  layout: 'two_columns',
  payWord: 'pay',
  logoId: null,
  companyName: '',
  companyInfo: '',
  supportEmail: '',
  supportPhone: '',
  supportUrl: '',
  termsUrl: '',
  privacyUrl: '',
  language: 'en',
  receipts: true,
};

/** What is different between two, in the order of the fields. */
export function findDifferingDesignFields(
  one: CheckoutDesign,
  other: CheckoutDesign,
): (keyof CheckoutDesign)[] {
  return (Object.keys(defaultDesign) as (keyof CheckoutDesign)[]).filter(
    (field) => one[field] !== other[field],
  );
}
