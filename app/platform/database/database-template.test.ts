import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyTemplate } from './database-template.server';

let parent: string;
let [template, folder] = ['', ''];
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'tillway-template-'));
  [template, folder] = [join(parent, 'template'), join(parent, 'database')];
  mkdirSync(join(template, 'base'), { recursive: true });
  writeFileSync(join(template, 'base', '1'), 'migrated');
});
afterEach(() => rmSync(parent, { recursive: true }));

test('a new database starts as a private copy of the template', () => {
  copyTemplate(folder, () => template);
  expect(readFileSync(join(folder, 'base', '1'), 'utf8')).toBe('migrated');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('an interrupted copy is started again', () => {
  mkdirSync(join(folder + '.copy', 'base', 'half'), { recursive: true });
  copyTemplate(folder, () => template);
  expect({ database: existsSync(join(folder, 'base', 'half')), copy: existsSync(`${folder}.copy`) }).toEqual({
    database: false,
    copy: false,
  });
});

test('an existing database stays as it is', () => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'PG_VERSION'), '17');
  copyTemplate(folder, () => template);
  expect(existsSync(join(folder, 'base'))).toBe(false);
});

test('without a template, nothing is copied', () => {
  copyTemplate(folder, () => join(parent, 'missing'));
  expect(existsSync(folder)).toBe(false);
});
