import { cpSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { freePort } from '../services/free-port';
import { createDataDir, startServer } from '../server';

export type DemoFolder = { DATA_DIR: string; PORT: string };

let prepared: Promise<DemoFolder> | undefined;

/**
 * A copy of a folder with an embedded database and the demo data. Each worker prepares one, which takes ten
 * seconds. The webhook endpoints in it have the port in their URLs, so the server must use that port.
 */
export async function copyDemoFolder(): Promise<DemoFolder> {
  const { DATA_DIR: source, PORT } = await (prepared ??= prepare());
  const DATA_DIR = createDataDir();
  cpSync(source, DATA_DIR, { recursive: true });
  return { DATA_DIR, PORT };
}

async function prepare(): Promise<DemoFolder> {
  const settings = {
    DATA_DIR: mkdtempSync(join(inject('demoFolders'), 'worker-')),
    PORT: String(await freePort()),
  };
  const server = await startServer(settings);
  const code = await server.stop();
  if (code !== 0) throw new Error(`the demo could not be prepared:\n${server.output()}`);
  return settings;
}
