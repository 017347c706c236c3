// npm run notices: lists the dependencies with other licenses than MIT, BSD, ISC, and Apache in NOTICE.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const permissive = /^(MIT|MIT-0|MIT\/X11|ISC|0BSD|BSD-\d-Clause|Apache-2\.0)$/;
const [start, end] = ['<!-- npm run notices -->', '<!-- end -->'] as const;

type Lockfile = { packages: Record<string, { license?: string; dev?: boolean }> };

/** NOTICE.md with the current list, from package-lock.json, so that it's the same on every platform. */
export function writeNotices(text = readFileSync('NOTICE.md', 'utf8')): string {
  const [before, after] = [text.slice(0, text.indexOf(start)), text.slice(text.indexOf(end) + end.length)];
  return `${before}${start}\n\n${listDependencies().join('\n')}\n\n${end}${after}`;
}

function listDependencies(): string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
  const dependencies = new Map<string, { license: string; isDevelopment: boolean }>();
  for (const [path, { license = readLicense(path), dev }] of Object.entries(packages)) {
    if (!path || isPermissive(license)) continue;
    const key = `${path.replace(/^.*node_modules\//, '')} ${license}`;
    dependencies.set(key, {
      license,
      isDevelopment: Boolean(dev) && dependencies.get(key)?.isDevelopment !== false,
    });
  }
  const byLicense = new Map<string, string[]>();
  for (const [key, { license, isDevelopment }] of [...dependencies].sort()) {
    const name = key.split(' ')[0]! + (isDevelopment ? ' (development only)' : '');
    byLicense.set(license, [...(byLicense.get(license) ?? []), name]);
  }
  return [...byLicense].sort().map(([license, names]) => `- **${license}**: ${names.join(', ')}`);
}

/** `A OR B` lets us choose; `A AND B` applies both. */
function isPermissive(license: string): boolean {
  const alternatives = license.replace(/[()]/g, '').split(/ or /i);
  return alternatives.some((terms) => terms.split(/ and /i).every((term) => permissive.test(term.trim())));
}

/** Of old packages, which name it in a list or only in a file. */
function readLicense(path: string): string {
  const { licenses } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
    licenses?: { type: string }[];
  };
  if (licenses) return licenses.map(({ type }) => type).join(' OR ');
  for (const name of ['LICENSE', 'README.md', 'Readme.md'])
    try {
      if (/\bMIT\b|Permission is hereby granted, free of charge/.test(readFileSync(join(path, name), 'utf8')))
        return 'MIT';
    } catch {
      // The next one may exist.
    }
  return 'unknown';
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync('NOTICE.md', writeNotices());
  console.log('Wrote NOTICE.md.');
}
