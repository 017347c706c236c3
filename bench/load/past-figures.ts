import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Lets the product count what a database's past comes to. In a process of its own: a process knows one database. */
export async function countFigures(url: string): Promise<void> {
  const program = `import('./app/payments/figures.ts').then(({ countWholePast }) => countWholePast()).then(() => process.exit(0))`;
  await run(process.execPath, ['--import', 'tsx', '-e', program], {
    env: {
      ...process.env,
      DATABASE_URL: `${url}?options=-c%20work_mem%3D256MB`,
      NODE_ENV: 'production',
      DEMO: 'true',
    },
  });
}
