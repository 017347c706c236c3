import {
  defaultDesign,
  findDifferingDesignFields,
  type CheckoutDesign,
} from '~/merchants/checkout-design/checkout-design';
import { normalizeColor } from '~/merchants/checkout-design/color-contrast';
import { textOf } from '../../forms/form-body';
import type { DesignField } from './design-labels';

/** The form's fields as typed. Pages read them too, so this file runs in browsers. */
export type DesignInput = Record<DesignField, string>;

export function toDesignInput(design: CheckoutDesign): DesignInput {
  const input = Object.entries(design).map(([name, value]) => [
    name,
    value === true ? 'on' : value === false ? '' : (value ?? ''),
  ]);
  return Object.fromEntries(input) as DesignInput;
}

export function readDesignInput(form: FormData): DesignInput {
  const read = Object.fromEntries(
    Object.keys(defaultDesign).map((name) => [name, textOf(form, name)]),
  ) as DesignInput;
  return {
    ...read,
    // Without scripts, the button that offers a shade saves it.
    ...(form.has('accentInstead') && { accent: textOf(form, 'accentInstead') }),
    logoId: form.has('removeLogo') ? '' : read.logoId,
  };
}

/** The fields in which the forms differ, whatever way their colors are written. */
export function findDifferingInput(one: DesignInput, other: DesignInput): DesignField[] {
  const [normalizedOne, normalizedOther] = [one, other].map((input) => ({
    ...input,
    accent: normalizeColor(input.accent),
    background: normalizeColor(input.background),
  }));
  return findDifferingDesignFields(normalizedOne!, normalizedOther!);
}
