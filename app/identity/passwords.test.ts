import { describe, expect, test } from 'vitest';
import { findPasswordFault, hashPassword, verifyPassword } from './passwords';

describe('findPasswordFault', () => {
  const personal = ['ada.lovelace@example.com', 'Ada Lovelace'];
  test.each([
    ['', 'password_missing'],
    ['short', 'password_too_short'],
    ['elevenchars', 'password_too_short'],
    ['x'.repeat(60) + 'y'.repeat(60) + 'z'.repeat(9), 'password_too_long'],
    ['passwordpassword', 'password_common'],
    ['PASSWORD1234', 'password_common'],
    ['abababababab', 'password_common'],
    ['ada.lovelace@example.com', 'password_is_personal'],
    ['AdaLovelaceAdaLovelace', 'password_is_personal'],
    ['tillwaytillway', 'password_is_personal'],
    ['twelve chars', null],
    ['correct horse battery', null],
    ['пароль на кухне', null],
    ['🐎'.repeat(10) + '🔋🔧', null],
  ])('%s: %s', (password, fault) => {
    expect(findPasswordFault(password, personal)).toBe(fault);
  });
});

test('a hash is argon2id at the decided cost and knows its password only', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, 'correct horse battery')).toBe(true);
  expect(await verifyPassword(hash, 'correct horse batterY')).toBe(false);
  expect(await verifyPassword(null, 'correct horse battery')).toBe(false);
});

test('one look is one password, however the keyboard writes it', async () => {
  expect(await verifyPassword(await hashPassword('caf\u00e9 au lait, merci'), 'cafe\u0301 au lait, merci')).toBe(true);
});
