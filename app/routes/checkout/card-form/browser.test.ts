import { expect, test } from 'vitest';
import { readBrowser } from './browser';

const context = { clientAddress: '198.51.100.7' };
const screen = { colorDepth: 30, width: 1_280, height: 800, timeZoneOffset: 480 };

function read(headers: Record<string, string>, sent?: string) {
  const form = new FormData();
  if (sent !== undefined) form.set('screen', sent);
  return readBrowser(new Request('https://pay.example/', { headers }), form, context);
}

test('headers, language, IP address and screen are read', () => {
  const headers = { Accept: 'text/html', 'User-Agent': 'Browser', 'Accept-Language': 'pt-BR,pt;q=0.9' };
  expect(read(headers, JSON.stringify({ ...screen, more: 1 }))).toEqual({
    ...{ acceptHeader: 'text/html', userAgent: 'Browser', language: 'pt-BR', ipAddress: '198.51.100.7' },
    screen,
  });
});

test.each([
  undefined,
  '',
  '{',
  'null',
  '[]',
  '{}',
  JSON.stringify({ ...screen, width: -1 }),
  JSON.stringify({ ...screen, height: '800' }),
  JSON.stringify({ ...screen, more: 'x'.repeat(300) }),
])('an invalid screen is ignored: %j', (sent) => {
  expect(read({ 'Accept-Language': '*' }, sent)).toEqual({
    ...{ acceptHeader: '*/*', userAgent: '', ipAddress: '198.51.100.7' },
  });
});

test('long headers are truncated', () => {
  expect(read({ 'User-Agent': 'a'.repeat(3_000) }).userAgent).toHaveLength(2_048);
});
