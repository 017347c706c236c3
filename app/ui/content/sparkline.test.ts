import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Sparkline } from './sparkline';

test('a line has gaps where there are no values, and a value between gaps is a dot', () => {
  const html = renderToStaticMarkup(createElement(Sparkline, { values: [null, 1, 0.5, null, 0.8, null] }));
  const lines = [...html.matchAll(/points="([^"]*)" class="(line-\w+)/g)].map(([, ...line]) => line);
  expect(lines).toEqual([
    ['1,0 2,50', 'line-now'],
    ['4,20 4,20', 'line-end'],
  ]);
});
