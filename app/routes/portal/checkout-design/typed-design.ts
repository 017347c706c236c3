import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { DesignField } from './words';

/** The fields of the form as they were typed. */
export type TypedDesign = Record<DesignField, string>;

export function typedOf(design: CheckoutDesign): TypedDesign {
  const typed = Object.entries(design).map(([name, value]) => [
    name,
    value === true ? 'on' : value === false ? '' : (value ?? ''),
  ]);
  return Object.fromEntries(typed) as TypedDesign;
}
