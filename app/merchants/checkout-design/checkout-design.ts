import type { Language } from '~/platform/text/languages';

// A merchant's checkout design. Every value is from a list, a six-digit color, or text that pages render as
// text. Merchants' markup or style sheets are never accepted (threat T12).

export const fonts = ['inter', 'system', 'nunito', 'source-serif', 'atkinson'] as const;
export const cornerShapes = ['square', 'soft', 'round'] as const;
export const layouts = ['two_columns', 'one_column'] as const;
/** The button's verb. The amount follows. Translated, so it's a list instead of free text. */
export const payButtonVerbs = ['pay', 'order', 'book', 'donate', 'subscribe'] as const;
export const maxCompanyNameLength = 60;
export const maxCompanyInfoLength = 300;
/** The limit for people: "2 MB". */
export const maxLogoBytes = 2 * 1024 * 1024;

export type CheckoutDesign = {
  /** `#rrggbb`, for the button and links. Null for the default. */
  accent: string | null;
  /** `#rrggbb`, behind everything. Null for the default, which follows the payer's light or dark setting. */
  background: string | null;
  font: (typeof fonts)[number];
  corners: (typeof cornerShapes)[number];
  layout: (typeof layouts)[number];
  payWord: (typeof payButtonVerbs)[number];
  /** The ID of an image in checkout-logos. */
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
  /** For payers whose browser asks for no supported language. */
  language: Language;
  /** Whether payers with an email address get a receipt. */
  receipts: boolean;
};

/** The default design. */
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

/** The fields that differ between two designs, or between two forms with their fields, in order. */
export function findDifferingDesignFields<Values extends Record<keyof CheckoutDesign, unknown>>(
  one: Values,
  other: Values,
): (keyof CheckoutDesign)[] {
  return (Object.keys(defaultDesign) as (keyof CheckoutDesign)[]).filter(
    (field) => one[field] !== other[field],
  );
}
