import { expect, test } from 'vitest';
import { createSoftwarePasskey } from '../../../tests/world/identity/software-passkey';
import { parseAssertion, parseCreation } from './webauthn';

test('a response that is unreadable or too long is null', () => {
  const signed = createSoftwarePasskey().sign({ challenge: 'a' });
  expect({
    unreadable: parseCreation('{'),
    otherwiseValid: parseAssertion(signed)?.type,
    tooLong: parseAssertion(signed.replace('{', `{"padding":"${'x'.repeat(30_000)}",`)),
  }).toEqual({ unreadable: null, otherwiseValid: 'public-key', tooLong: null });
});
