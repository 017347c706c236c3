import { createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, test } from 'vitest';
import { createHtmlCollector } from './html-collector';

test('a multibyte character anywhere in the page stays complete, without zero bytes', async () => {
  const render = (texts: string[]) =>
    new Promise<string>((resolve) => {
      const { pipe } = renderToPipeableStream(
        texts.map((text, key) => createElement('p', { key }, text)),
        { onAllReady: () => pipe(createHtmlCollector((page) => resolve(Buffer.from(page).toString()))) },
      );
    });
  // Short texts, because React encodes a long one at once.
  const filler = Array.from({ length: 10 }, () => 'x'.repeat(190));
  for (const character of ['’', 'é', 'ج', '💳'])
    for (let before = 0; before < 100; before += 1) {
      const texts = [...filler, `${'y'.repeat(before)}${character}z`];
      expect(await render(texts)).toBe(texts.map((text) => `<p>${text}</p>`).join(''));
    }
});
