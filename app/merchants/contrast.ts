// Pure: the editor counts in the browser while somebody chooses, the checkout draws by the same numbers.

/** `#rrggbb`, in small letters. */
export type Colour = string;

export const white: Colour = '#ffffff';
export const black: Colour = '#000000';

/** What WCAG 2.2 AA asks between words and what is behind them (1.4.3), and between a part one has to find and its surroundings (1.4.11). */
export const forWords = 4.5;
export const forParts = 3;

/** From 1, which is the same, to 21 (WCAG 2.2, contrast ratio). */
export function contrast(one: Colour, other: Colour): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** A colour with a share, from 0 to 1, of another one in it. */
export function mix(colour: Colour, other: Colour, share: number): Colour {
  const others = channels(other);
  const mixed = channels(colour).map((value, i) => Math.round(value + (others[i]! - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** The shade of a colour, on its way to black or white, that is as near to it as can be and passes; null when none does. */
export function nearestShade(
  colour: Colour,
  passes: (shade: Colour) => boolean,
  ends: readonly Colour[] = [black, white],
): Colour | null {
  for (let percent = 0; percent <= 100; percent++) {
    const found = ends.map((end) => mix(colour, end, percent / 100)).find(passes);
    if (found) return found;
  }
  return null;
}

function luminance(colour: Colour): number {
  const [red, green, blue] = channels(colour).map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: Colour): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** Also as designers write colours: in capitals, with three digits, without the sign. What is no colour stays as it is. */
export function tidyColour(typed: string): string {
  const digits = typed.trim().toLowerCase().replace(/^#/, '');
  if (!digits) return '';
  return `#${/^[0-9a-f]{3}$/.test(digits) ? digits.replace(/./g, '$&$&') : digits}`;
}

export function readColour(typed: string): Colour | null {
  const colour = tidyColour(typed);
  return isColour(colour) ? colour : null;
}

export function isColour(text: string): text is Colour {
  return /^#[0-9a-f]{6}$/.test(text);
}
