import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cornerShapes, defaultDesign, fonts } from './checkout-design';
import {
  deriveAccents,
  defaultPalettes,
  isDesignReadable,
  checkDesignContrast,
  derivePalette,
  renderThemeStyleSheet,
} from './checkout-theme';
import { contrastRatio, mixColors, findNearestShade } from './color-contrast';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);
/** Grays and midtones are where neither black nor white is easy to read. */
const anyColor = fc.oneof(
  color,
  fc.integer({ min: 0, max: 255 }).map((value) => `#${value.toString(16).padStart(2, '0').repeat(3)}`),
);

type ColorPair = [textColor: string, ground: string];

/** The pairs with insufficient contrast. */
const findUnreadable = (pairs: ColorPair[], needed: number) =>
  pairs.filter(([one, other]) => contrastRatio(one, other) < needed);
const combinePairs = (text: string[], on: string[]) =>
  text.flatMap((textColor) => on.map((ground): ColorPair => [textColor, ground]));

test('contrast follows WCAG', () => {
  expect(contrastRatio('#000000', '#ffffff')).toBe(21);
  expect(contrastRatio('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(mixColors('#000000', '#ffffff', 0.5)).toBe('#808080');
  expect(findNearestShade('#777777', (shade) => contrastRatio(shade, '#ffffff') >= 4.5)).toBe('#767676');
});

test('the default colors are those of the style sheet', () => {
  const css = readFileSync(new URL('../../app.css', import.meta.url), 'utf8');
  const [light, dark] = css.split('prefers-color-scheme: dark') as [string, string];
  for (const [text, colors] of [
    [light, defaultPalettes.light],
    [dark, defaultPalettes.dark],
  ] as const)
    for (const [name, value] of Object.entries(colors)) expect(text).toContain(`--color-${name}: ${value};`);
});

describe('whatever is chosen', () => {
  test('all text is readable on a chosen background, and every part is visible', () => {
    fc.assert(
      fc.property(anyColor, fc.option(anyColor), (background, accent) => {
        const { palette: p } = derivePalette(background, accent);
        const grounds = [p.paper, p.surface, p.sunken];
        const text: ColorPair[] = [
          ...combinePairs(
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
            combinePairs([tone === 'accent' ? p['accent-text'] : p[tone], p.ink], [p[`${tone}-soft`]]),
          ),
          [p['on-accent'], p.accent],
          [p['on-accent'], p['accent-strong']],
        ];
        expect(findUnreadable(text, 4.5)).toEqual([]);
        expect(findUnreadable(combinePairs([p['line-strong']], grounds), 3)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('an accent is readable on the default background, light and dark', () => {
    fc.assert(
      fc.property(anyColor, fc.constantFrom('light' as const, 'dark' as const), (accent, scheme) => {
        const p = deriveAccents(scheme, accent);
        const { paper, surface, sunken, ink } = defaultPalettes[scheme];
        expect(
          findUnreadable(
            combinePairs(
              [p['accent-text'], p['accent-text-strong']],
              [paper, surface, sunken, p['accent-soft']],
            ),
            4.5,
          ),
        ).toEqual([]);
        expect(
          findUnreadable(
            [
              [p['on-accent'], p.accent],
              [p['on-accent'], p['accent-strong']],
              [ink, p['accent-soft']],
            ],
            4.5,
          ),
        ).toEqual([]);
        if (scheme === 'dark') expect(findUnreadable([[p.accent, surface]], 3)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  test('the style sheet contains only colors and our own words', () => {
    const design = fc.record({
      accent: fc.option(anyColor),
      background: fc.option(anyColor),
      font: fc.constantFrom(...fonts),
      corners: fc.constantFrom(...cornerShapes),
    });
    const values = String.raw`(#[0-9a-f]{6}|light|dark|normal|var\(--font-[a-z-]+\)|[\d.]+(px|rem))`;
    const rule = String.raw`:root\{([a-z-]+:${values};?)+\}`;
    fc.assert(
      fc.property(design, (chosen) => {
        expect(renderThemeStyleSheet(chosen)).toMatch(
          new RegExp(String.raw`^(${rule}){0,2}(@media \(prefers-color-scheme:dark\)\{${rule}\})?$`),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('suggested colors pass, and only unreadable ones are rejected', () => {
    fc.assert(
      fc.property(anyColor, fc.option(anyColor), (accent, background) => {
        const [text, edge] = checkDesignContrast({ accent, background });
        expect(isDesignReadable({ accent, background })).toBe(text!.ratio >= 4.5);
        for (const { what, nearest, ratio, needed } of [text!, edge!]) {
          expect(nearest === null).toBe(ratio >= needed);
          if (nearest)
            expect(
              checkDesignContrast({ accent: nearest, background }).find((again) => again.what === what)!
                .nearest,
            ).toBeNull();
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

test("every font choice is in the checkout's style sheet", () => {
  const css = readFileSync(new URL('../../routes/checkout/page/theme.css', import.meta.url), 'utf8');
  for (const font of fonts.filter((name) => name !== 'inter')) expect(css).toContain(`--font-${font}:`);
});

test('the default design needs no style sheet', () => {
  expect(renderThemeStyleSheet(defaultDesign)).toBe('');
  expect(checkDesignContrast({ accent: null, background: '#123456' })).toEqual([]);
});

test('a medium gray is rejected, with a suggested shade', () => {
  expect(isDesignReadable({ accent: '#777777', background: null })).toBe(false);
  expect(checkDesignContrast({ accent: '#777777', background: null })[0]).toMatchObject({
    what: 'button_text',
    nearest: '#767676',
  });
});
