import type { CheckoutDesign } from './checkout-design';
import {
  black,
  contrastRatio,
  minPartContrast,
  minTextContrast,
  mixColors,
  findNearestShade,
  white,
  type Color,
} from './color-contrast';

// The checkout theme of a design. Pure, and built only from our own colors and words: whatever the input,
// nothing else can come out (threat T12), and all text stays readable.

type ColorChoice = Pick<CheckoutDesign, 'accent' | 'background'>;
type Scheme = 'light' | 'dark';

/** The colors of app.css that a design can change. */
type Ground = 'paper' | 'surface' | 'sunken';
type Accents =
  'accent' | 'accent-strong' | 'on-accent' | 'accent-text' | 'accent-text-strong' | 'accent-soft';
type ToneColor = Tone | `${Tone}-soft`;
type Palette = Record<Ground | 'ink' | 'ink-soft' | 'line' | 'line-strong' | Accents | ToneColor, Color>;

const tones = ['positive', 'caution', 'negative'] as const;
type Tone = (typeof tones)[number];

/** The defaults in app.css. */
export const defaultPalettes = {
  light: {
    paper: '#f8f7f4',
    surface: '#ffffff',
    sunken: '#f1efea',
    ink: '#1c1a17',
    'ink-soft': '#5c574f',
    'line-strong': '#8a857b',
    accent: '#3340b5',
    positive: '#17633a',
    caution: '#714500',
    negative: '#a1241d',
  },
  dark: {
    paper: '#131211',
    surface: '#1c1b19',
    sunken: '#262421',
    ink: '#f3f1ec',
    'ink-soft': '#b5afa4',
    'line-strong': '#827c71',
    accent: '#a3b0ff',
    positive: '#7fd3a0',
    caution: '#f0c269',
    negative: '#ff9d94',
  },
} as const;

/**
 * A style sheet with the differences from the default theme. Empty without any. It contains nothing that HTML
 * would have to escape.
 */
export function renderThemeStyleSheet({
  accent,
  background,
  font,
  corners,
}: Pick<CheckoutDesign, 'accent' | 'background' | 'font' | 'corners'>): string {
  const shapes = {
    ...(font === 'inter' ? {} : { '--font-sans': `var(--font-${font})`, '--font-features': 'normal' }),
    ...radii[corners],
  };
  return [renderCssRule(shapes), ...renderColorRules({ accent, background })].join('');
}

/** The steps of corner radii. Buttons and fields use the third. */
const radii: Record<CheckoutDesign['corners'], Record<string, string>> = {
  square: { '--radius-sm': '0px', '--radius-md': '0px', '--radius-lg': '0px', '--radius-xl': '0px' },
  soft: {},
  round: {
    '--radius-sm': '0.5rem',
    '--radius-md': '0.75rem',
    '--radius-lg': '1.5rem',
    '--radius-xl': '1.75rem',
  },
};

function renderColorRules({ accent, background }: ColorChoice): string[] {
  if (background) {
    const { scheme, palette } = derivePalette(background, accent);
    return [renderCssRule({ 'color-scheme': scheme, ...toCssVariables(palette) })];
  }
  if (!accent) return [];
  return [
    renderCssRule(toCssVariables(deriveAccents('light', accent))),
    `@media (prefers-color-scheme:dark){${renderCssRule(toCssVariables(deriveAccents('dark', accent)))}}`,
  ];
}

function renderCssRule(declarations: Record<string, string>): string {
  const lines = Object.entries(declarations).map(([property, value]) => `${property}:${value}`);
  return lines.length ? `:root{${lines.join(';')}}` : '';
}

/** With a chosen background, the page ignores the payer's light or dark setting. */
export function derivePalette(background: Color, accent: Color | null): { scheme: Scheme; palette: Palette } {
  const scheme = contrastRatio(background, white) > contrastRatio(background, black) ? 'dark' : 'light';
  const defaultPalette = defaultPalettes[scheme];
  const surface =
    scheme === 'light'
      ? white
      : contrastRatio(background, black) < 1.6
        ? mixColors(background, white, 0.06)
        : mixColors(background, black, 0.3);
  const ground = { paper: background, surface, sunken: mixColors(surface, defaultPalette.ink, 0.06) };
  const backgrounds = Object.values(ground);
  const ink = toReadableColor(defaultPalette.ink, backgrounds, scheme);
  const toned = tones.flatMap((tone) => {
    const soft = mixColors(surface, defaultPalette[tone], 0.12);
    return [
      [tone, toReadableColor(defaultPalette[tone], [...backgrounds, soft], scheme)] as const,
      [`${tone}-soft`, soft] as const,
    ];
  });
  return {
    scheme,
    palette: {
      ...ground,
      ink,
      'ink-soft': toReadableColor(defaultPalette['ink-soft'], backgrounds, scheme),
      line: mixColors(surface, ink, 0.16),
      'line-strong': toReadableColor(defaultPalette['line-strong'], backgrounds, scheme, minPartContrast),
      ...buildAccents(scheme, accent ?? defaultPalette.accent, backgrounds),
      ...(Object.fromEntries(toned) as Pick<Palette, ToneColor>),
    },
  };
}

/** A chosen accent color on the default background, in the payer's color scheme. */
export function deriveAccents(scheme: Scheme, accent: Color) {
  const { paper, surface, sunken } = defaultPalettes[scheme];
  // Merchants choose colors in light mode. On a dark page, a dark accent would be invisible.
  const visibleAccent =
    scheme === 'dark'
      ? findNearestShade(
          accent,
          (shade) => contrastRatio(shade, surface) >= minPartContrast && hasReadableText(shade),
          [white],
        )!
      : accent;
  return buildAccents(scheme, visibleAccent, [paper, surface, sunken]);
}

function buildAccents(
  scheme: Scheme,
  chosenAccent: Color,
  backgrounds: readonly Color[],
): Pick<Palette, Accents> {
  const accent = findNearestShade(chosenAccent, hasReadableText)!;
  const textColor = chooseTextColor(accent);
  const soft = mixColors(backgrounds[1]!, accent, 0.1);
  const text = toReadableColor(accent, [...backgrounds, soft], scheme);
  return {
    accent,
    // Moves away from the text color, so that the text stays readable.
    'accent-strong': mixColors(accent, textColor === white ? black : white, 0.25),
    'on-accent': textColor,
    'accent-text': text,
    'accent-text-strong': mixColors(text, scheme === 'light' ? black : white, 0.25),
    'accent-soft': soft,
  };
}

/** White if it's readable, as on most buttons. Otherwise the light theme's text color. */
function chooseTextColor(accent: Color): Color {
  return contrastRatio(accent, white) >= minTextContrast ? white : defaultPalettes.light.ink;
}

function hasReadableText(accent: Color): boolean {
  return contrastRatio(accent, chooseTextColor(accent)) >= minTextContrast;
}

/** The color, adjusted until it's readable on all of these. */
function toReadableColor(
  color: Color,
  backgrounds: readonly Color[],
  scheme: Scheme,
  ratio = minTextContrast,
): Color {
  return (
    findNearestShade(color, (shade) => backgrounds.every((ground) => contrastRatio(shade, ground) >= ratio), [
      scheme === 'light' ? black : white,
    ]) ?? (scheme === 'light' ? black : white)
  );
}

/** The palette by the color names of app.css. */
function toCssVariables(palette: Partial<Palette>): Record<string, string> {
  return Object.fromEntries(Object.entries(palette).map(([name, color]) => [toCssVariableName(name), color]));
}

/**
 * Text in the accent color has a separate color, because a button color isn't necessarily readable on the
 * page.
 */
function toCssVariableName(name: string): string {
  return name.startsWith('accent-text') ? `--text-color-${name.replace('-text', '')}` : `--color-${name}`;
}

/**
 * Only `button_text` is enforced. A button's visibility is a matter of taste as long as its text is readable.
 */
export type ContrastCheck = {
  what: 'button_text' | 'button_edge';
  ratio: number;
  needed: number;
  nearest: Color | null;
};

/** The contrast of the chosen colors, each with the nearest passing shade if it fails. */
export function checkDesignContrast({ accent, background }: ColorChoice): ContrastCheck[] {
  if (!accent) return [];
  const behind = background
    ? derivePalette(background, accent).palette.surface
    : defaultPalettes.light.surface;
  const isVisible = (shade: Color) =>
    contrastRatio(shade, behind) >= minPartContrast && hasReadableText(shade);
  return [
    {
      what: 'button_text',
      ratio: Math.max(contrastRatio(accent, white), contrastRatio(accent, defaultPalettes.light.ink)),
      needed: minTextContrast,
      nearest: hasReadableText(accent) ? null : findNearestShade(accent, hasReadableText),
    },
    {
      what: 'button_edge',
      ratio: contrastRatio(accent, behind),
      needed: minPartContrast,
      nearest: contrastRatio(accent, behind) >= minPartContrast ? null : findNearestShade(accent, isVisible),
    },
  ];
}

/** Whether it can be published. */
export function isDesignReadable(design: ColorChoice): boolean {
  return checkDesignContrast(design).every(
    ({ what, ratio, needed }) => what !== 'button_text' || ratio >= needed,
  );
}

/** The accent color on dark screens, if it's adjusted. */
export function deriveDarkAccent({ accent, background }: ColorChoice): Color | null {
  if (!accent || background) return null;
  const dark = deriveAccents('dark', accent).accent;
  return dark === accent ? null : dark;
}
