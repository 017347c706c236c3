import { expect, test } from 'vitest';
import { buildRobotsTxt } from './robots-txt';

test.each(['checkout', 'staff', 'api'] as const)('nothing on the host of the %s is to be found', (kind) => {
  expect(buildRobotsTxt({ kind })).toBe('User-agent: *\nDisallow: /\n');
});

test('without the landing page, only the docs are', () => {
  expect(buildRobotsTxt({ kind: 'portal' })).toContain('\nAllow: /$\n');
  expect(buildRobotsTxt({ kind: 'portal' }, { landingPage: null })).not.toContain('Allow: /$');
});
