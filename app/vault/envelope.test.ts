import { expect, test } from 'vitest';
import { canOpen, decryptCard, encryptCard, type EncryptionContext } from './envelope';

const context: EncryptionContext = { accountId: 'acc_1', environment: 'test', tokenId: 'tok_1' };

test('every text can be encrypted, even an empty one', () => {
  for (const text of ['', '{"name":"Ünusual Name"}']) {
    const envelope = encryptCard(context, text);
    expect({ text: decryptCard(context, envelope), canOpen: canOpen(context, envelope) }).toEqual({
      text,
      canOpen: true,
    });
  }
});

test('an envelope that is incomplete or has a missing key is refused, with the reason', () => {
  const envelope = encryptCard(context, 'card');
  for (const [change, reason] of [
    [{ keyId: 'removed' }, 'VAULT_KEYS has no key removed'],
    // One byte less than a nonce and a tag.
    [{ wrappedKey: Buffer.alloc(27).toString('base64url') }, 'an encrypted text is too short'],
  ] as const) {
    const changed = { ...envelope, ...change };
    expect(() => decryptCard(context, changed)).toThrow(new Error(reason));
    expect(canOpen(context, changed)).toBe(false);
  }
});

test('an envelope of a context whose parts make the same text when joined is refused', () => {
  const envelope = encryptCard({ ...context, accountId: 'acc_1test', tokenId: 'tok_1' }, 'card');
  const moved = { ...context, accountId: 'acc_1', tokenId: 'testtok_1' };
  expect(() => decryptCard(moved, envelope)).toThrow();
  expect(canOpen(moved, envelope)).toBe(false);
});
