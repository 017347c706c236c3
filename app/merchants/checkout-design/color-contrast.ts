// Pure: the editor counts in the browser while somebody chooses, the checkout draws by the same numbers.

/** `#rrggbb`, in small letters. */
export type Color = string;

export const white: Color = '#ffffff';
export const black: Color = '#000000';

/** What WCAG 2.2 AA asks between words and what is behind them (1.4.3), and between a part one has to find and its surroundings (1.4.11). */
export const minTextContrast = 4.5;
export const minPartContrast = 3;

/** From 1, which is the same, to 21 (WCAG 2.2, contrast ratio). */
export function contrastRatio(one: Color, other: Color): number {
  const [darker, lighter] = [calculateLuminance(one), calculateLuminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** A color with a share, from 0 to 1, of another one in it. */
export function mixColors(color: Color, other: Color, share: number): Color {
  const others = toChannels(other);
  const mixedChannels = toChannels(color).map((value, i) => Math.round(value + (others[i]! - value) * share));
  return `#${mixedChannels.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The shade of a color, on its way to black or white, that is as near to it as can be and passes; null when none does. */
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

/** Also as designers write colors: in capitals, with three digits, without the sign. What is no color stays as it is. */
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
