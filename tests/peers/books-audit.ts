import { execFile } from 'node:child_process';

const auditMs = 1_800_000;

/**
 * Runs `npm run audit-books` on a demo installation, as an operator would.
 * @returns its exit code, its output, and its error output
 */
export function auditBooks(
  settings: Record<string, string>,
): Promise<{ code: number; output: string; errorOutput: string }> {
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: 'production',
    DEMO: 'true',
    ...settings,
  } as unknown as NodeJS.ProcessEnv;
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      ['scripts/audit-books.mjs'],
      { env, maxBuffer: 2 ** 28, timeout: auditMs },
      (error, output, errorOutput) =>
        resolve({ code: error ? ((error.code as number | undefined) ?? 1) : 0, output, errorOutput }),
    ),
  );
}
