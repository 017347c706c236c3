import { spawnSync } from 'node:child_process';

/** Prints the problem that prevented startup, and all others, so no one has to try ten times. */
export function allProblems({ message }) {
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/product/check-settings.ts', '--refusals'],
    { encoding: 'utf8', timeout: 60_000 },
  );
  return [...new Set([...message.split('\n'), ...stdout.split('\n').filter(Boolean)])].join('\n');
}
