import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import routes from './routes';

type Entry = { file: string; children?: Entry[] };

function filesOf(entries: Entry[]): string[] {
  return entries.flatMap(({ file, children = [] }) => [file, ...filesOf(children)]);
}

const portalFiles = filesOf(routes as Entry[]).filter((file) => file.startsWith('routes/portal/'));

/** Every exported loader and action of a file, each with its first line. */
function entrances(file: string): [name: string, firstLine: string][] {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect(source).not.toMatch(/export (const|let) (loader|action)|export \{[^}]*\b(loader|action)\b/);
  return [...source.matchAll(/export async function (loader|action)\([^\n]*\{\n\s*([^\n]*)/g)].map(([, name, line]) => [name!, line!]);
}

// A guard in a layout protects its own view only: every loader and action is an address of its own (threats T1 and T5).
describe.each(portalFiles)('%s', (file) => {
  it('names its guard in the first line of every loader and action', () => {
    const found = entrances(file);
    expect(found.length).toBeGreaterThan(0);
    for (const [name, firstLine] of found)
      expect(`${name}: ${firstLine}`).toMatch(/: (const \{.*\} = )?await require(Merchant|User)\(request[,)]/);
  });
});
