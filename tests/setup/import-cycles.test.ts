import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'emails'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));

/** The files that each file imports, type-only imports included. */
function readImports(known: readonly string[], read: (file: string) => string): Map<string, string[]> {
  const paths = new Set(known);
  const resolve = (from: string, specifier: string): string[] => {
    const path = specifier.startsWith('~/')
      ? `app/${specifier.slice(2)}`
      : specifier.startsWith('@emails/')
        ? `emails/${specifier.slice(8)}`
        : specifier.startsWith('.') && posix.join(posix.dirname(from), specifier);
    if (!path) return [];
    return ['', '.ts', '.tsx'].map((ending) => path + ending).filter((file) => paths.has(file));
  };
  return new Map(
    known.map((file) => [
      file,
      ts.preProcessFile(read(file)).importedFiles.flatMap(({ fileName }) => resolve(file, fileName)),
    ]),
  );
}

/** Groups of files that import one another in a cycle (Tarjan's strongly connected components). */
function findCycles(imports: Map<string, string[]>): string[][] {
  const cycles: string[][] = [];
  const order = new Map<string, { index: number; low: number }>();
  const open: string[] = [];
  const visit = (file: string): { index: number; low: number } => {
    const own = { index: order.size, low: order.size };
    order.set(file, own);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      const known = order.get(next);
      if (!known) own.low = Math.min(own.low, visit(next).low);
      else if (open.includes(next)) own.low = Math.min(own.low, known.index);
    }
    if (own.low === own.index) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || imports.get(file)?.includes(file)) cycles.push(group.sort());
    }
    return own;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

test('a cycle of type-only imports is found', () => {
  const texts: Record<string, string> = {
    'app/a.ts': "import type { B } from './b';",
    'app/b.ts': "import { c } from '~/c';",
    'app/c.ts': "export type { A } from './a';",
    'app/d.ts': "import './a';",
  };
  const imports = readImports(Object.keys(texts), (file) => texts[file]!);
  expect(findCycles(imports)).toEqual([['app/a.ts', 'app/b.ts', 'app/c.ts']]);
});

test('no files import one another in a cycle', () => {
  expect(findCycles(readImports(files, (file) => readFileSync(file, 'utf8')))).toEqual([]);
});
