import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Each worker prepares its demo database in here. */
    demoFolders: string;
  }
}

export default function setup(project: TestProject): () => void {
  const demoFolders = mkdtempSync(join(tmpdir(), 'tillway-demo-'));
  project.provide('demoFolders', demoFolders);
  return () => rmSync(demoFolders, { recursive: true, force: true });
}
