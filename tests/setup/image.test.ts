import { readFileSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';

const buildSources = [
  .../const sources = \[([^\]]*)\]/
    .exec(readFileSync('scripts/setup/bundle.mjs', 'utf8'))![1]!
    .matchAll(/'([^']+)'/g),
].map(([, source]) => source!);
const isBelow = (path: string, folders: readonly string[]) =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

test('what the product reads from other folders when it’s built also decides whether it’s built again', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const patterns = files.flatMap((file) => [
    ...readFileSync(`app/${file}`, 'utf8').matchAll(/import\.meta\.glob[^(]*\(\s*'\/([^'*]+)\//g),
  ]);
  const folders = [...new Set(patterns.map(([, folder]) => folder!))].sort();
  expect(folders).toEqual(['docs/examples', 'docs/operating']);
  expect(folders.filter((folder) => !isBelow(folder, buildSources))).toEqual([]);
});

test('the image is built from all of these', () => {
  const ignored = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => /^[^#*]+$/.test(line));
  expect(ignored).toContain('tests');
  expect(buildSources.filter((source) => isBelow(source, ignored))).toEqual([]);
});

test('the image has a version of Node that the product runs on', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const versions = [...readFileSync('Dockerfile', 'utf8').matchAll(/node:(\d+)/g)].map(([, version]) =>
    Number(version),
  );
  expect(new Set(versions).size).toBe(1);
  expect(versions[0]).toBeGreaterThan(Number(/\d+/.exec(engines.node)![0]));
});
