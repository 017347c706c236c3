// The built files of a page: its route's file, that one's imports, and the entry's.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const assets = 'build/client/assets';
type Manifest = {
  entry: { module: string; imports: string[] };
  routes: Record<string, { module: string; imports?: string[] }>;
};

/** Text of app/ui/content/bar-chart.tsx that every build contains, because it's shown. */
const chartMarker = 'chart of the values in the table';

test('only pages with charts load the chart code', () => {
  const file = readdirSync(assets).find((name) => /^manifest-\w+/.test(name))!;
  const manifest = JSON.parse(
    readFileSync(join(assets, file), 'utf8')
      .replace(/^window\.__remixManifest=/, '')
      .replace(/;\s*$/, ''),
  ) as Manifest;
  const loads = ({ module, imports = [] }: Manifest['entry'] | Manifest['routes'][string]) =>
    listReachableAssets([module, ...imports]);
  const routesWithChart = Object.entries(manifest.routes).filter(([, route]) =>
    loads(route).some((name) => readFileSync(join(assets, name), 'utf8').includes(chartMarker)),
  );
  expect(routesWithChart.map(([id]) => id)).toEqual([
    'routes/portal/home',
    'routes/staff/operations',
    'routes/dev/design',
  ]);
  expect(
    loads(manifest.entry).filter((name) => readFileSync(join(assets, name), 'utf8').includes(chartMarker)),
  ).toEqual([]);
});

/** The files and their static imports, by name. */
function listReachableAssets(paths: string[]): string[] {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    const source = readFileSync(join(assets, name), 'utf8');
    for (const [, imported] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) visit(imported!);
  };
  for (const path of paths) visit(path.replace('/assets/', ''));
  return [...found];
}
