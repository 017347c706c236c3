import { parseDesign, checkoutDesignSchema } from '~/merchants/checkout-design/design-schema';
import { defaultDesign, type CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { isId } from '~/platform/ids';
import { textOf } from '../../form-body';
import type { TypedDesign } from './typed-design';

export function readTyped(form: FormData): TypedDesign {
  const read = Object.fromEntries(
    Object.keys(defaultDesign).map((name) => [name, textOf(form, name)]),
  ) as TypedDesign;
  return {
    ...read,
    // Without scripts, the button that offers a shade saves it.
    ...(form.has('accentInstead') && { accent: textOf(form, 'accentInstead') }),
    logoId: isId('logo', read.logoId) && !form.has('removeLogo') ? read.logoId : '',
  };
}

/** @returns the design, or what is wrong with it by field */
export function checkTyped(
  typed: TypedDesign,
): { design: CheckoutDesign; errors?: undefined } | { design?: undefined; errors: Record<string, string[]> } {
  const { data, error } = checkoutDesignSchema.safeParse(valuesOf(typed));
  if (data) return { design: data };
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) (errors[String(path[0])] ??= []).push(message);
  return { errors };
}

/** What can be shown of a form that is still being filled in. */
export function sketchOf(typed: TypedDesign): CheckoutDesign {
  return parseDesign(valuesOf(typed));
}

function valuesOf(typed: TypedDesign) {
  return { ...typed, logoId: typed.logoId || null, receipts: typed.receipts === 'on' };
}
