// Pure: the editor uses it in the browser, and the checkout renders with the same numbers.

/** `#rrggbb`, in lowercase. */
export type Color = string;

export const white: Color = '#ffffff';
export const black: Color = '#000000';

/** The minimum contrast of WCAG 2.2 AA for text (1.4.3) and for user interface components (1.4.11). */
export const minTextContrast = 4.5;
export const minPartContrast = 3;

/** From 1, identical, to 21 (WCAG 2.2, contrast ratio). */
export function contrastRatio(one: Color, other: Color): number {
  const [darker, lighter] = [calculateLuminance(one), calculateLuminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** A color mixed with a share of another one, from 0 to 1. */
export function mixColors(color: Color, other: Color, share: number): Color {
  const others = toChannels(other);
  const mixedChannels = toChannels(color).map((value, i) => Math.round(value + (others[i]! - value) * share));
  return `#${mixedChannels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The nearest passing shade of a color on the way to black or white. Null when none passes. */
export function findNearestShade(
  color: Color,
  passes: (shade: Color) => boolean,
  ends: readonly Color[] = [black, white],
): Color | null {
  for (let percent = 0; percent <= 100; percent++) {
    const found = ends.map((end) => mixColors(color, end, percent / 100)).find(passes);
    if (found) return found;
  }
  return null;
}

function calculateLuminance(color: Color): number {
  const [red, green, blue] = toChannels(color).map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toChannels(color: Color): number[] {
  return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
}

/** Also accepts uppercase, three digits, and no number sign. Invalid colors stay as they are. */
export function normalizeColor(input: string): string {
  const digits = input.trim().toLowerCase().replace(/^#/, '');
  if (!digits) return '';
  return `#${/^[0-9a-f]{3}$/.test(digits) ? digits.replace(/./g, '$&$&') : digits}`;
}

export function parseColor(input: string): Color | null {
  const color = normalizeColor(input);
  return isColor(color) ? color : null;
}

export function isColor(text: string): text is Color {
  return /^#[0-9a-f]{6}$/.test(text);
}
