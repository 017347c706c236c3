import { expect, test } from 'vitest';
import { personName } from './person-name';

test.each(['Ada Lovelace', 'St. Mary’s', 'Dr. Who', 'J.P. Morgan', 'Jan Novák, Ph.D.', '约翰·史密斯'])(
  '%s is a name',
  (name) => expect(personName.parse(` ${name} `)).toBe(name),
);

test.each([
  'Join http://evil.example to win',
  'Win at evil.example',
  'www.evil',
  'Ada at t.me',
  'ada@evil.example',
  'evil．example',
])("%s isn't a name, because mail clients would link it (threat T31)", (name) => {
  expect(personName.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([
    'Enter your name without a web address. If it has a dot, add a space after it',
  ]);
});
