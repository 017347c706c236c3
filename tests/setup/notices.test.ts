import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writeNotices } from '../../scripts/notices';

const notices = readFileSync('NOTICE.md', 'utf8');

test('NOTICE.md lists the dependencies of package-lock.json with other licenses', () => {
  expect(notices, 'run: npm run notices').toBe(writeNotices(notices));
});

test.each(['EPL-2.0', 'LGPL-3.0', 'MPL-2.0', 'OFL-1.1'])('among them those under %s', (license) => {
  expect(notices).toMatch(new RegExp(`^- \\*\\*${license}\\*\\*: \\S`, 'm'));
});

test('every dependency names its license', () => {
  expect(notices).not.toContain('**unknown**');
});
