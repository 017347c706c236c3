import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Locked = {
  version?: string;
  resolved?: string;
  integrity?: string;
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
};
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>;
};

test('has versions and hashes, and no registry', () => {
  expect(Object.keys(packages).filter((path) => packages[path]!.resolved)).toEqual([]);
  expect(
    Object.keys(packages).filter(
      (path) => path && !packages[path]!.inBundle && !(packages[path]!.version && packages[path]!.integrity),
    ),
  ).toEqual([]);
});

// npm omits packages for other platforms that it can't find, and npm ci then rejects the lockfile on every
// platform.
test('has the optional packages for every platform', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !listNodeModulesFolders(path).some((folder) => packages[`${folder}node_modules/${name}`]),
    ),
  );
  expect(missing).toEqual([]);
});

/** The folders in which Node looks for a package's dependency. */
function listNodeModulesFolders(path: string): string[] {
  const parents = path.split(/(?<=\/)(?=node_modules\/)/).map((_, i, parts) =>
    parts
      .slice(0, parts.length - i)
      .join('')
      .replace(/\/?$/, '/'),
  );
  return [...parents, ''];
}
