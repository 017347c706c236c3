import { expect, test } from 'vitest';
import { listFacts } from './entry-labels';

test('names of values are labels', () => {
  const facts = {
    url: 'https://a.example',
    terms_url: 'https://b.example',
    hold_days: 7,
    logoId: 'img_1',
    threeDSecure: 'never',
  };
  expect(listFacts(facts).map(([label]) => label)).toEqual([
    'URL',
    'Terms URL',
    'Hold days',
    'Logo',
    '3-D Secure',
  ]);
});

test('the reason why an endpoint was disabled is a sentence', () => {
  expect(listFacts({ disabled_reason: 'gone' })).toEqual([['Disabled reason', 'it returned 410 Gone']]);
  expect(listFacts({ was_disabled: 'failing' })).toEqual([['Was disabled', 'its deliveries kept failing']]);
});
