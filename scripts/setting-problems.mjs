import { spawnSync } from 'node:child_process';

/** One problem stopped the start, as a line or more; all that would stop the next one, so that no one has to start ten times. */
export function allProblems({ message }) {
  const { stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'scripts/check-settings.ts', '--refusals'],
    { encoding: 'utf8', timeout: 60_000 },
  );
  return [...new Set([...message.split('\n'), ...stdout.split('\n').filter(Boolean)])].join('\n');
}
