import type { CheckoutDesign } from './checkout-design';
import { black, contrast, forParts, forWords, mix, nearestShade, white, type Colour } from './contrast';

// What a merchant's choices make of the checkout. Pure, and made of colours and words of ours alone: whatever was chosen, and
// however it got there, nothing else can come out (threat T12), and no word on the page is hard to read.

type Chosen = Pick<CheckoutDesign, 'accent' | 'background'>;
type Scheme = 'light' | 'dark';

/** The colours of app.css by which the pages are drawn, as far as a design changes them. */
type Ground = 'paper' | 'surface' | 'sunken';
type Accents =
  'accent' | 'accent-strong' | 'on-accent' | 'accent-text' | 'accent-text-strong' | 'accent-soft';
type Toned = Tone | `${Tone}-soft`;
type Palette = Record<Ground | 'ink' | 'ink-soft' | 'line' | 'line-strong' | Accents | Toned, Colour>;

const tones = ['positive', 'caution', 'negative'] as const;
type Tone = (typeof tones)[number];

/** The house's own, as they stand in app.css. */
export const house = {
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

/** A style sheet with what is not the house's own; empty when all is. It holds nothing that HTML would have to escape. */
export function styleSheetOf({
  accent,
  background,
  font,
  corners,
}: Pick<CheckoutDesign, 'accent' | 'background' | 'font' | 'corners'>): string {
  const shapes = {
    ...(font === 'inter' ? {} : { '--font-sans': `var(--font-${font})`, '--font-features': 'normal' }),
    ...radii[corners],
  };
  return [rule(shapes), ...colourRules({ accent, background })].join('');
}

/** The steps in which corners are round everywhere; buttons and fields have the third. */
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

function colourRules({ accent, background }: Chosen): string[] {
  if (background) {
    const { scheme, palette } = paletteOn(background, accent);
    return [rule({ 'color-scheme': scheme, ...named(palette) })];
  }
  if (!accent) return [];
  return [
    rule(named(accentsIn('light', accent))),
    `@media (prefers-color-scheme:dark){${rule(named(accentsIn('dark', accent)))}}`,
  ];
}

function rule(declarations: Record<string, string>): string {
  const lines = Object.entries(declarations).map(([property, value]) => `${property}:${value}`);
  return lines.length ? `:root{${lines.join(';')}}` : '';
}

/** On a chosen background the page is the same for all, whether their screen is light or dark. */
export function paletteOn(background: Colour, accent: Colour | null): { scheme: Scheme; palette: Palette } {
  const scheme = contrast(background, white) > contrast(background, black) ? 'dark' : 'light';
  const usual = house[scheme];
  const surface =
    scheme === 'light'
      ? white
      : contrast(background, black) < 1.6
        ? mix(background, white, 0.06)
        : mix(background, black, 0.3);
  const ground = { paper: background, surface, sunken: mix(surface, usual.ink, 0.06) };
  const on = Object.values(ground);
  const ink = readable(usual.ink, on, scheme);
  const toned = tones.flatMap((tone) => {
    const soft = mix(surface, usual[tone], 0.12);
    return [[tone, readable(usual[tone], [...on, soft], scheme)] as const, [`${tone}-soft`, soft] as const];
  });
  return {
    scheme,
    palette: {
      ...ground,
      ink,
      'ink-soft': readable(usual['ink-soft'], on, scheme),
      line: mix(surface, ink, 0.16),
      'line-strong': readable(usual['line-strong'], on, scheme, forParts),
      ...accents(scheme, accent ?? usual.accent, on),
      ...(Object.fromEntries(toned) as Pick<Palette, Toned>),
    },
  };
}

/** A chosen accent on the house's own background, in the payer's scheme. */
export function accentsIn(scheme: Scheme, accent: Colour) {
  const { paper, surface, sunken } = house[scheme];
  // Merchants choose by daylight. In the dark a deep accent would be a hole in the page.
  const seen =
    scheme === 'dark'
      ? nearestShade(accent, (shade) => contrast(shade, surface) >= forParts && carriesWords(shade), [white])!
      : accent;
  return accents(scheme, seen, [paper, surface, sunken]);
}

function accents(scheme: Scheme, chosen: Colour, on: readonly Colour[]): Pick<Palette, Accents> {
  const accent = nearestShade(chosen, carriesWords)!;
  const words = wordsOn(accent);
  const soft = mix(on[1]!, accent, 0.1);
  const text = readable(accent, [...on, soft], scheme);
  return {
    accent,
    // Away from the words, which stay readable on it.
    'accent-strong': mix(accent, words === white ? black : white, 0.25),
    'on-accent': words,
    'accent-text': text,
    'accent-text-strong': mix(text, scheme === 'light' ? black : white, 0.25),
    'accent-soft': soft,
  };
}

/** White where it can be read, as on most buttons; else the ink of light pages. */
function wordsOn(accent: Colour): Colour {
  return contrast(accent, white) >= forWords ? white : house.light.ink;
}

function carriesWords(accent: Colour): boolean {
  return contrast(accent, wordsOn(accent)) >= forWords;
}

/** The colour as it can be read on all of these. */
function readable(colour: Colour, on: readonly Colour[], scheme: Scheme, ratio = forWords): Colour {
  return (
    nearestShade(colour, (shade) => on.every((ground) => contrast(shade, ground) >= ratio), [
      scheme === 'light' ? black : white,
    ]) ?? (scheme === 'light' ? black : white)
  );
}

/** The palette by the names that app.css gives its colours. */
function named(palette: Partial<Palette>): Record<string, string> {
  return Object.fromEntries(Object.entries(palette).map(([name, colour]) => [propertyOf(name), colour]));
}

/** Words in the accent's colour have one of their own, since what can be read on a button need not be on the page. */
function propertyOf(name: string): string {
  return name.startsWith('accent-text') ? `--text-color-${name.replace('-text', '')}` : `--color-${name}`;
}

/** `button_words` are judged; that a button is seen at once is a matter of taste as long as its words are. */
export type Judgement = {
  what: 'button_words' | 'button_edge';
  ratio: number;
  needed: number;
  nearest: Colour | null;
};

/** How well the chosen colours can be read, each with the nearest shade that passes where they do not. */
export function judge({ accent, background }: Chosen): Judgement[] {
  if (!accent) return [];
  const behind = background ? paletteOn(background, accent).palette.surface : house.light.surface;
  const stands = (shade: Colour) => contrast(shade, behind) >= forParts && carriesWords(shade);
  return [
    {
      what: 'button_words',
      ratio: Math.max(contrast(accent, white), contrast(accent, house.light.ink)),
      needed: forWords,
      nearest: carriesWords(accent) ? null : nearestShade(accent, carriesWords),
    },
    {
      what: 'button_edge',
      ratio: contrast(accent, behind),
      needed: forParts,
      nearest: contrast(accent, behind) >= forParts ? null : nearestShade(accent, stands),
    },
  ];
}

/** Whether it may be shown to payers. */
export function isReadable(design: Chosen): boolean {
  return judge(design).every(({ what, ratio, needed }) => what !== 'button_words' || ratio >= needed);
}

/** What becomes of the accent on screens that are dark, where it is not kept as it is. */
export function accentInTheDark({ accent, background }: Chosen): Colour | null {
  if (!accent || background) return null;
  const dark = accentsIn('dark', accent).accent;
  return dark === accent ? null : dark;
}
