import { expect, test } from 'vitest';
import { maskEmail } from './email-mask';

test.each([
  ['ada@example.com', 'a…@example.com'],
  ['élise@exemple.fr', 'é…@exemple.fr'],
  ['"odd@name"@example.com', '"…@example.com'],
  ['nonsense', '…'],
  ['', '…'],
])('%s is masked', (email, masked) => {
  expect(maskEmail(email)).toBe(masked);
});
