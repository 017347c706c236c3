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

test('a free folder is locked, and created if missing', () => {
  folder = join(folder, 'deeper');
  lockFolder(folder);
  expect(holder()).toBe(String(process.pid));
});

test('a folder locked by a running process is rejected, with its process ID', () => {
  writeFileSync(join(folder, 'lock'), String(process.ppid));
  expect(() => lockFolder(folder)).toThrow(SettingError);
  expect(() => lockFolder(folder)).toThrow(`DATA_DIR: process ${process.ppid} already uses`);
});

test.each(['', 'nonsense', '4194305', '-1', '0'])(
  'a lock that contains "%s" is stale and taken over',
  (text) => {
    writeFileSync(join(folder, 'lock'), text);
    lockFolder(folder);
    expect(holder()).toBe(String(process.pid));
  },
);
