import { parseDesign, checkoutDesignSchema } from '~/merchants/checkout-design/design-schema';
import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { DesignInput } from './design-input';

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
