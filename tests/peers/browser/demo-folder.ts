import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { freePort } from '../services/free-port';
import { createDataDir, startServer } from '../server';

export type DemoFolder = { DATA_DIR: string; PORT: string };

let prepared: Promise<string> | undefined;

/**
 * A copy of a folder with an embedded database and the demo data, and a free port for its server. Each worker
 * prepares one folder, which takes ten seconds.
 */
export async function copyDemoFolder(): Promise<DemoFolder> {
  const source = await (prepared ??= prepare());
  const DATA_DIR = createDataDir();
  cpSync(source, DATA_DIR, { recursive: true });
  return { DATA_DIR, PORT: String(await freePort()) };
}

async function prepare(): Promise<string> {
  const DATA_DIR = mkdtempSync(join(inject('demoFolders'), 'worker-'));
  const server = await startServer({ DATA_DIR });
  const code = await server.stop();
  if (code !== 0) throw new Error(`the demo could not be prepared:\n${server.output()}`);
  return DATA_DIR;
}
