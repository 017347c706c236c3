import { describe, expect, test } from 'vitest';
import { weakPasswords, strongPasswords } from '../../../tests/world/identity/password-samples';
import leaked from './leaked-passwords.json';
import { findPasswordFault, hashPassword, verifyPassword } from './passwords';

const personal = ['ada.lovelace@engines.example', 'Ada Lovelace', 'Difference Engines Ltd'];

describe('findPasswordFault', () => {
  test.each([
    ['', 'password_missing'],
    ['short', 'password_too_short'],
    ['elevenchars', 'password_too_short'],
    ['x'.repeat(60) + 'y'.repeat(60) + 'z'.repeat(9), 'password_too_long'],
    ['123QWEasdZXC', 'password_is_leaked'],
    ['whosyourdaddy!', 'password_is_leaked'],
    ['qazwsxedcrfv', 'password_is_leaked'],
    ['unbelievable', 'password_is_leaked'],
    ['P@ssw0rd2024', 'password_is_common'],
    ['Winter-2023!', 'password_is_common'],
    ['abababababab', 'password_is_common'],
    ['пароль123456', 'password_is_common'],
    ['password'.repeat(16), 'password_is_common'],
    ['ada.lovelace@engines.example', 'password_is_personal'],
    ['AdaLovelaceAdaLovelace', 'password_is_personal'],
    ['Lovelace2024!', 'password_is_personal'],
    ['ecalevol-ada1', 'password_is_personal'],
    ['Difference-Engines-1', 'password_is_personal'],
    ['tillwaytillway', 'password_is_personal'],
    ['T1llw@y-2026', 'password_is_personal'],
    ['7qlovelace4z93', 'password_is_personal'],
    ['lovelace8205931746', null],
    ['kwz482 lovelace', null],
    ['8205931746password', null],
    // Short only without its punctuation.
    ['-!?%/&=+$#47', null],
    // Its hash is higher than all in the list of leaked passwords.
    ['velvet orchard thistle violin', null],
    ['twelve chars', null],
    ['lovelace likes purple kettles', null],
    ['пароль на кухне', null],
    ['🐎🔋📎🍋🚲🧊🐙🎺🪁🥕🧵🌧', null],
    ['q'.repeat(9) + ' wide open meadow', null],
  ])('%s: %s', (password, fault) => {
    expect(findPasswordFault(password, personal)).toBe(fault);
  });

  test.each([[['Ada', 'Adamson']], [['Adamson', 'Ada']]])('finds the longest of %j', (names) => {
    expect(findPasswordFault('7qadamson4z93', names)).toBe('password_is_personal');
  });

  test.each([
    ['an email address', 'gnik.noryb.ada2024', 'ada.byron.king@engines.example'],
    ['a name without its short parts', 'gniknorybada2024', 'Ada de Byron King'],
  ])('finds %s backward', (_, password, term) => {
    expect(findPasswordFault(password, [term])).toBe('password_is_personal');
  });

  test("doesn't count a name of two letters as personal", () => {
    expect(findPasswordFault('xu7q xu9z xu48', ['Xu'])).toBeNull();
  });

  test('rejects 200 passwords that attackers try first, none of which is too short', () => {
    expect(weakPasswords.length).toBeGreaterThanOrEqual(200);
    expect(
      weakPasswords.filter(
        (password) =>
          !['password_is_leaked', 'password_is_common'].includes(findPasswordFault(password, personal)!),
      ),
    ).toEqual([]);
  });

  test('accepts 200 good ones', () => {
    expect(strongPasswords.length).toBeGreaterThanOrEqual(200);
    expect(strongPasswords.flatMap((password) => findPasswordFault(password, personal) ?? [])).toEqual([]);
  });

  test('never takes long, whatever is typed', () => {
    const hostile = [
      '4@8({[<3€6&9#1!|0°5$7+%2',
      '%7/+|_|\\/\\/',
      'p@ssw0rd',
      '01/02/1999',
      '1',
      '({[<4@3€',
      'abcabcabd',
      '\u0301a',
    ].map((text) => text.repeat(128).slice(0, 128));
    for (const password of hostile) findPasswordFault(password, personal);
    // In CPU time, because other tests run at the same time.
    const before = process.cpuUsage();
    for (const password of hostile) findPasswordFault(password, personal);
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1000 / hostile.length).toBeLessThan(100);
  });
});

test('the list of leaked passwords contains no plain text, and names its source', () => {
  expect({ count: leaked.count, byteCount: Buffer.from(leaked.hashes, 'base64').length }).toEqual({
    count: 43_940,
    byteCount: 43_940 * 5,
  });
  expect({ source: leaked.source, license: leaked.license }).toEqual({
    source: expect.stringContaining('SecLists'),
    license: expect.stringContaining('Attribution'),
  });
});

test('a hash is argon2id with the decided cost and matches only its password', async () => {
  const hash = await hashPassword('correct horse battery');
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(hash, 'correct horse battery')).toBe(true);
  expect(await verifyPassword(hash, 'correct horse batterY')).toBe(false);
  expect(await verifyPassword(null, 'correct horse battery')).toBe(false);
});

test('visually identical passwords are equal, however the keyboard encodes them', async () => {
  expect(
    await verifyPassword(await hashPassword('caf\u00e9 au lait, merci'), 'cafe\u0301 au lait, merci'),
  ).toBe(true);
});
