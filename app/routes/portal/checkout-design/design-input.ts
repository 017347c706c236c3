import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { DesignField } from './design-labels';

/** The form's fields as typed. */
export type DesignInput = Record<DesignField, string>;

export function toDesignInput(design: CheckoutDesign): DesignInput {
  const input = Object.entries(design).map(([name, value]) => [
    name,
    value === true ? 'on' : value === false ? '' : (value ?? ''),
  ]);
  return Object.fromEntries(input) as DesignInput;
}
