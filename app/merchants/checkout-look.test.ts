import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cornerShapes, defaultDesign, fonts } from './checkout-design';
import { accentsIn, house, isReadable, judge, paletteOn, styleSheetOf } from './checkout-look';
import { contrast, mix, nearestShade } from './contrast';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** The greys and the middle of the range are where neither black nor white is easy to read. */
const anyColour = fc.oneof(
  colour,
  fc.integer({ min: 0, max: 255 }).map((value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`),
);

type Pair = [words: string, ground: string];

/** The pairs with too little between them. */
const hard = (pairs: Pair[], needed: number) => pairs.filter(([one, other]) => contrast(one, other) < needed);
const across = (words: string[], on: string[]) =>
  words.flatMap((word) => on.map((ground): Pair => [word, ground]));

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(nearestShade('#777777', (shade) => contrast(shade, '#ffffff') >= 4.5)).toBe('#767676');
});

test('the house’s colours are those of the style sheet', () => {
  const css = readFileSync(new URL('../app.css', import.meta.url), 'utf8');
  const [light, dark] = css.split('prefers-color-scheme: dark') as [string, string];
  for (const [text, colours] of [
    [light, house.light],
    [dark, house.dark],
  ] as const)
    for (const [name, value] of Object.entries(colours)) expect(text).toContain(`--color-${name}: ${value};`);
});

describe('whatever is chosen', () => {
  test('every word can be read on a chosen background, and every part be found', () => {
    fc.assert(
      fc.property(anyColour, fc.option(anyColour), (background, accent) => {
        const { palette: p } = paletteOn(background, accent);
        const grounds = [p.paper, p.surface, p.sunken];
        const words: Pair[] = [
          ...across(
            [
              p.ink,
              p['ink-soft'],
              p['accent-text'],
              p['accent-text-strong'],
              p.positive,
              p.caution,
              p.negative,
            ],
            grounds,
          ),
          ...(['accent', 'positive', 'caution', 'negative'] as const).flatMap((tone) =>
            across([tone === 'accent' ? p['accent-text'] : p[tone], p.ink], [p[`${tone}-soft`]]),
          ),
          [p['on-accent'], p.accent],
          [p['on-accent'], p['accent-strong']],
        ];
        expect(hard(words, 4.5)).toEqual([]);
        expect(hard(across([p['line-strong']], grounds), 3)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('an accent can be read on the house’s own background, light and dark', () => {
    fc.assert(
      fc.property(anyColour, fc.constantFrom('light' as const, 'dark' as const), (accent, scheme) => {
        const p = accentsIn(scheme, accent);
        const { paper, surface, sunken, ink } = house[scheme];
        expect(
          hard(
            across([p['accent-text'], p['accent-text-strong']], [paper, surface, sunken, p['accent-soft']]),
            4.5,
          ),
        ).toEqual([]);
        expect(
          hard(
            [
              [p['on-accent'], p.accent],
              [p['on-accent'], p['accent-strong']],
              [ink, p['accent-soft']],
            ],
            4.5,
          ),
        ).toEqual([]);
        if (scheme === 'dark') expect(hard([[p.accent, surface]], 3)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the style sheet holds colours and words of ours, and nothing else', () => {
    const design = fc.record({
      accent: fc.option(anyColour),
      background: fc.option(anyColour),
      font: fc.constantFrom(...fonts),
      corners: fc.constantFrom(...cornerShapes),
    });
    const values = String.raw`(#[0-9a-f]{6}|light|dark|normal|var\(--font-[a-z-]+\)|[\d.]+(px|rem))`;
    const rule = String.raw`:root\{([a-z-]+:${values};?)+\}`;
    fc.assert(
      fc.property(design, (chosen) => {
        expect(styleSheetOf(chosen)).toMatch(
          new RegExp(String.raw`^(${rule}){0,2}(@media \(prefers-color-scheme:dark\)\{${rule}\})?$`),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('what is offered instead passes, and only what cannot be read is refused', () => {
    fc.assert(
      fc.property(anyColour, fc.option(anyColour), (accent, background) => {
        const [words, edge] = judge({ accent, background });
        expect(isReadable({ accent, background })).toBe(words!.ratio >= 4.5);
        for (const { what, nearest, ratio, needed } of [words!, edge!]) {
          expect(nearest === null).toBe(ratio >= needed);
          if (nearest)
            expect(
              judge({ accent: nearest, background }).find((again) => again.what === what)!.nearest,
            ).toBeNull();
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

test('every font to choose from is in the style sheet of the checkout', () => {
  const css = readFileSync(new URL('../routes/checkout/look.css', import.meta.url), 'utf8');
  for (const font of fonts.filter((name) => name !== 'inter')) expect(css).toContain(`--font-${font}: `);
});

test('the house’s own look needs no style sheet', () => {
  expect(styleSheetOf(defaultDesign)).toBe('');
  expect(judge({ accent: null, background: '#123456' })).toEqual([]);
});

test('a grey between black and white is refused, with a shade that is not', () => {
  expect(isReadable({ accent: '#777777', background: null })).toBe(false);
  expect(judge({ accent: '#777777', background: null })[0]).toMatchObject({
    what: 'button_words',
    nearest: '#767676',
  });
});
