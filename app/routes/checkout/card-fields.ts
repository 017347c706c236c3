import type { CardField } from './card-input';

type Described = {
  name: CardField;
  label: string;
  hint?: string;
  autoComplete: string;
  inputMode?: 'numeric';
  maxLength: number;
  wide?: boolean;
};

/** The card form, with the names by which browsers and password managers know its fields. */
export const cardFields: readonly Described[] = [
  { name: 'number', label: 'Card number', autoComplete: 'cc-number', inputMode: 'numeric', maxLength: 30, wide: true },
  { name: 'expiry', label: 'Expiry date', hint: 'MM/YY', autoComplete: 'cc-exp', inputMode: 'numeric', maxLength: 9 },
  { name: 'code', label: 'Security code', hint: '3 or 4 digits', autoComplete: 'cc-csc', inputMode: 'numeric', maxLength: 6 },
  { name: 'name', label: 'Name on card', autoComplete: 'cc-name', maxLength: 100, wide: true },
];
