import { parseDesign, checkoutDesignSchema } from '~/merchants/checkout-design/design-schema';
import { defaultDesign, type CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { isId } from '~/platform/ids';
import { textOf } from '../../forms/form-body';
import type { DesignInput } from './design-input';

export function readDesignInput(form: FormData): DesignInput {
  const read = Object.fromEntries(
    Object.keys(defaultDesign).map((name) => [name, textOf(form, name)]),
  ) as DesignInput;
  return {
    ...read,
    // Without scripts, the button that offers a shade saves it.
    ...(form.has('accentInstead') && { accent: textOf(form, 'accentInstead') }),
    logoId: isId('logo', read.logoId) && !form.has('removeLogo') ? read.logoId : '',
  };
}

/** @returns the design, or what is wrong with it by field */
export function validateDesignInput(
  input: DesignInput,
): { design: CheckoutDesign; errors?: undefined } | { design?: undefined; errors: Record<string, string[]> } {
  const { data, error } = checkoutDesignSchema.safeParse(toValues(input));
  if (data) return { design: data };
  const errors: Record<string, string[]> = {};
  for (const { path, message } of error.issues) (errors[String(path[0])] ??= []).push(message);
  return { errors };
}

/** What can be shown of a form that is still being filled in. */
export function toPreviewDesign(input: DesignInput): CheckoutDesign {
  return parseDesign(toValues(input));
}

function toValues(input: DesignInput) {
  return { ...input, logoId: input.logoId || null, receipts: input.receipts === 'on' };
}
