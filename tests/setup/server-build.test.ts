import { expect, test } from 'vitest';
import { fetch } from '~/server';

test('the real server renders pages without a build', async () => {
  const response = await fetch(new Request('http://localhost:3000/login'), {} as never);
  expect(response.headers.get('content-type')).toContain('text/html');
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(response.status).toBeLessThan(500);
});
