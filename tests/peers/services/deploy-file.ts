import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export type DeployValues = Record<string, string>;

/** A file of `deploy/` with each `${NAME}` replaced. */
export async function readDeployFile(name: string, values: DeployValues): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../deploy', name), 'utf8');
  return text.replace(/\$\{([A-Z_]+)\}/g, (_, key: string) => {
    if (values[key] === undefined) throw new Error(`no value for ${key}`);
    return values[key];
  });
}
