import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ParameterSchemas } from './schema-generator';

/**
 * The schemas of the installed version of an SDK. Reading the types takes seconds, so they are cached for each version
 * of the SDK and of the generator.
 * @param typesFolder within the SDK
 */
export async function loadSchemas(
  name: string,
  sdk: string,
  typesFolder: string,
  typesByFile: Record<string, string[]>,
): Promise<ParameterSchemas> {
  const version = createHash('sha256')
    .update(readFileSync(join(sdk, 'package.json')))
    .update(readFileSync(fileURLToPath(new URL('schema-generator.ts', import.meta.url))))
    .update(JSON.stringify(typesByFile))
    .digest('hex');
  const modules = dirname(dirname(createRequire(import.meta.url).resolve('zod')));
  const cache = join(modules, '.cache', name, `${version}.json`);
  try {
    return JSON.parse(readFileSync(cache, 'utf8')) as ParameterSchemas;
  } catch {
    const { generateParameterSchemas } = await import('./schema-generator');
    const schemas = generateParameterSchemas(join(sdk, typesFolder), typesByFile);
    mkdirSync(dirname(cache), { recursive: true });
    // Several processes may do this at the same time, and none may read half a file.
    writeFileSync(`${cache}.${process.pid}`, JSON.stringify(schemas));
    renameSync(`${cache}.${process.pid}`, cache);
    return schemas;
  }
}
