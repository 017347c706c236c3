import { expect, test } from 'vitest';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { excerpt } from './excerpt';
import { isOneTypoAway, listTerms, maximumQueryLength } from './search-query';

async function search(query: string) {
  const response = await openBrowser().open(`/docs/search?${new URLSearchParams({ q: query })}`);
  expect(response.status).toBe(200);
  const { html } = await readPage(response);
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const results = [...main.matchAll(/<li class="py-4"><a [^>]*href="([^"]+)"/g)].map(([, path]) => path);
  return { html, main, results };
}

test.each([
  ['refund', '/docs/refunds-and-chargebacks#refunds'],
  ['REFUNDS', '/docs/refunds-and-chargebacks#refunds'],
  ['verify webhook signature', '/docs/webhooks#verify-the-signature'],
  ['webhook signature', '/docs/webhooks#verify-the-signature'],
  ['webhook secret', '/docs/webhooks#rotate-the-signing-secret'],
  ['4111 1111 1111 1111', '/docs/test-cards'],
  ['4111-1111-1111-1111', '/docs/test-cards'],
  ['apple pay', '/docs/hosted-checkout'],
  ['MIT', '/docs/card-tokens#when-the-payer-isnt-present'],
  ['charge a saved card', '/docs/card-tokens#pay-with-the-token'],
  ['webhook replay', '/docs/webhooks#retries'],
  ['off session', '/docs/card-tokens#when-the-payer-isnt-present'],
  ['off-session', '/docs/card-tokens#when-the-payer-isnt-present'],
  ['pagination', '/docs/webhooks#retrieve-missed-events'],
  ['external_id_conflict', '/docs/errors#external_id_conflict'],
  ['card_expired', '/docs/errors#field-codes'],
  ['invalid_expiry', '/docs/errors#field-codes'],
  ['agreement_missing', '/docs/errors#field-codes'],
  ['createRefund refund a payment', undefined],
  ['refund a payment', '/docs/reference/refunds#createRefund'],
  ['3d secure', '/docs/three-d-secure'],
  ['3-D Secure', '/docs/three-d-secure'],
  ['test cards', '/docs/test-cards'],
  ['authenticat', '/docs/three-d-secure'],
  ['idempotency', '/docs/idempotency'],
  ['amount_charged_back', '/docs/reference/objects#Transaction'],
  ['how to refund', '/docs/refunds-and-chargebacks#refunds'],
  ['How do I refund a payment?', '/docs/reference/refunds#createRefund'],
  ['how to void', '/docs/card-payments#void'],
  ['how do I verify webhooks', '/docs/webhooks#verify-the-signature'],
  ['webhook verification', '/docs/webhooks#verify-the-signature'],
  ['what’s a card token?', '/docs/card-tokens'],
  ['415', '/docs/errors#unsupported_media_type'],
  ['4242', '/docs/test-cards'],
  ['CORS', '/docs/reference'],
])('%s is found first at %s', async (query, path) => {
  expect((await search(query)).results[0]).toBe(path);
});

test('of the errors that contain a member’s name, only the one about it comes first', async () => {
  const { results } = await search('external_id');
  expect(results.slice(0, 3).filter((path) => path!.startsWith('/docs/errors'))).toEqual([
    '/docs/errors#external_id_conflict',
  ]);
});

test.each([
  ['3ds', '/docs/three-d-secure'],
  ['sdk', '/docs/typescript'],
  ['python', '/docs/'],
  ['secret rotation', '/docs/webhooks#rotate-the-signing-secret'],
  ['rotate', '/docs/webhooks#rotate-the-signing-secret'],
  ['declining', '/docs/'],
  ['cvc', '/docs/'],
  ['verified signature', '/docs/webhooks#verify-the-signature'],
])('%s finds what the docs call otherwise, at %s', async (query, path) => {
  expect((await search(query)).results[0]).toContain(path);
});

test('other forms of a word are marked, too', async () => {
  expect((await search('rotation')).main).toMatch(/<mark>rotate<\/mark>/i);
});

test.each([
  ['curency', 'currency'],
  ['webhok signature', 'webhook signature'],
  ['refnud', 'refund'],
  ['rate limt', 'rate limit'],
  ['idempotensy', 'idempotency'],
])('%s is perhaps a typing error of %s', async (query, suggestion) => {
  const { main, results } = await search(query);
  expect(results).toEqual([]);
  const [, link, text] = /Did you mean <a [^>]*href="([^"]+)">([^<]+)<\/a>/.exec(
    main.replaceAll('<!-- -->', ''),
  )!;
  expect(text).toBe(suggestion);
  expect(link).toBe(`/docs/search?${new URLSearchParams({ q: suggestion }).toString()}`);
  expect((await search(suggestion)).results).not.toEqual([]);
});

test.each([
  ['abc', 'abd', true],
  ['abc', 'abcd', true],
  ['abcd', 'abc', true],
  ['abcd', 'abdc', true],
  ['xabc', 'abc', true],
  ['abc', 'abc', false],
  ['abc', 'adx', false],
  ['abc', 'abcde', false],
])('%s and %s are one typing error apart: %s', (one, other, isAway) => {
  expect(isOneTypoAway(one, other)).toBe(isAway);
});

test('an excerpt has no spaces before punctuation', async () => {
  const { main } = await search('capture_before');
  expect(main.replaceAll(/<\/?mark>/g, '')).not.toMatch(/\w [.,;] /);
});

test.each([
  ['collection Postman', 'or download openapi.json. Send requests from Postman or Bruno:'],
  [
    'under_review',
    'CAPTURED · under_review · You submitted evidence, and the payer’s bank is reviewing it. CAP',
  ],
  ['not_found', '404: not_found. 429: too_many_requests.'],
])('an excerpt has no marks of lists and tables: %s', async (query, text) => {
  const { main } = await search(query);
  const excerpts = main.replaceAll(/<\/?mark>/g, '');
  expect(excerpts).toContain(text);
  expect(excerpts).not.toMatch(/ - |\|/);
});

test('a result has its page, its section, and an excerpt with the words marked', async () => {
  const { main } = await search('verify signature');
  expect(main).toMatch(
    /<a [^>]*>Verify the signature<\/a><span [^>]*>Webhooks<\/span><p [^>]*>.*?<mark>[vV]erify<\/mark>.*?<\/p>/s,
  );
  expect(main).toMatch(/\d+ results for “verify signature”/);
});

test('all words must match', async () => {
  expect((await search('refund zzzz')).results).toEqual([]);
});

test('a search without results suggests pages, and so does an empty one', async () => {
  for (const query of ['zzzz', '', '   ', '!?', '\0', '💳']) {
    const { main, results } = await search(query);
    expect(results).toEqual([]);
    for (const path of ['/docs', '/docs/webhooks', '/docs/reference', '/docs/errors'])
      expect(main).toContain(`href="${path}"`);
  }
  expect((await search('zzzz')).main).toContain('No results for “zzzz”');
  const { status } = await openBrowser().open('/docs/search');
  expect(status).toBe(200);
});

// Threat T12: a query is text, wherever it's shown.
test('a query is escaped, and cannot be a pattern', async () => {
  for (const query of [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '(a+)+$',
    '[',
    '\\',
    '.*',
  ]) {
    const { html, results } = await search(query);
    expect(html).not.toContain('<script>alert');
    expect(html).not.toContain('<img');
    expect(results.length).toBeLessThanOrEqual(20);
  }
});

// Threat T32: a search costs little, whatever it contains.
test('a long query is cut, and many words are fast', async () => {
  const { main } = await search('a'.repeat(5_000));
  expect(main).toContain(`“${'a'.repeat(maximumQueryLength)}”`);
  expect(listTerms('a b c d e f g h i j k')).toHaveLength(8);
  expect(listTerms(`${'x'.repeat(maximumQueryLength)}y`)).toEqual(['x'.repeat(maximumQueryLength)]);
  await search('e');
  const start = performance.now();
  await search('a e i o t s n r');
  expect(performance.now() - start).toBeLessThan(1_000);
});

test('fillers count only in a query without other words', () => {
  expect(listTerms('How can I verify the webhooks?')).toEqual(['verify', 'webhook']);
  expect(listTerms('how to')).toEqual(['how', 'to']);
});

test('the results have at most 20 entries', async () => {
  const { results, main } = await search('the');
  expect(results).toHaveLength(20);
  expect(main).toContain('More than 20 results for “the”');
});

test('an excerpt begins before the first match, and marks whole words', () => {
  const text = `${'Words before it. '.repeat(20)}Refunds return money. ${'Words after it. '.repeat(30)}`;
  const parts = excerpt(text, ['refund', 'money']);
  expect(parts.filter(({ isMatch }) => isMatch)).toEqual([
    { text: 'Refunds', isMatch: true },
    { text: 'money', isMatch: true },
  ]);
  const joined = parts.map((part) => part.text).join('');
  expect(joined).toMatch(/^… .*Refunds return money\..* …$/);
  expect(joined.length).toBeLessThan(220);
  expect(excerpt('No match here', ['zzz'])).toEqual([{ text: 'No match here', isMatch: false }]);
});
