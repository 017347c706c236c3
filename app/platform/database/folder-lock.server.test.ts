import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingError } from '~/platform/config/config.server';
import { lockFolder } from './folder-lock.server';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillway-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const holder = () => readFileSync(join(folder, 'lock'), 'utf8').split(/\s/)[0];

test('a free folder is held, and made when it is not there', () => {
  folder = join(folder, 'deeper');
  lockFolder(folder);
  expect(holder()).toBe(String(process.pid));
});

test('a folder that a running process holds is refused, with its number', () => {
  writeFileSync(join(folder, 'lock'), String(process.ppid));
  expect(() => lockFolder(folder)).toThrow(SettingError);
  expect(() => lockFolder(folder)).toThrow(`DATA_DIR: process ${process.ppid} already runs`);
});

test.each(['', 'nonsense', '4194305', '-1', '0'])(
  'a lock that says "%s" belongs to nobody and is taken over',
  (text) => {
    writeFileSync(join(folder, 'lock'), text);
    lockFolder(folder);
    expect(holder()).toBe(String(process.pid));
  },
);
