import { describe, expect, it } from 'vitest';
import { describeOperator } from './operators';

const known = { hints: new Map([['key_1', 'a1b2']]), names: new Map([['usr_1', 'Ada Sommer']]) };

describe('operator labels', () => {
  it.each([
    ['checkout', 'Payer, on the checkout page'],
    ['api:key_1', 'API, with the secret ending in a1b2'],
    ['api:key_gone', 'API'],
    ['portal:usr_1', 'Ada Sommer, in the portal'],
    ['portal:usr_gone', 'A former member, in the portal'],
    ['system:unknown-outcomes', 'Automatic: unknown outcomes'],
    ['system', 'Automatic'],
  ])('%s is "%s"', (operator, text) => {
    expect(describeOperator(operator, known)).toBe(text);
  });
});
