import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const patroni = read('deploy/patroni.yml');
const listMatches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);

test('the cluster has none of the roles that an operator creates in it', () => {
  const existing = listMatches(patroni, /username: (\S+)/g);
  for (const path of ['deploy/database.sql', 'docs/operating/README.md']) {
    const created = listMatches(read(path), /create role (\w+)/g);
    expect(created).toContain('tillway');
    expect(created.filter((role) => existing.includes(role))).toEqual([]);
  }
});

test('changes by way of Patroni require a password', () => {
  expect(patroni).toMatch(/^restapi:\n(?: .*\n)* {2}authentication:\n {4}username: patroni\n {4}password: /m);
});
