import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const name = 'virtual:listen-package';
const folder = fileURLToPath(new URL('../../packages/listen/', import.meta.url));

/**
 * Packs `packages/listen` into a server module, which serves it from memory as a package that npm installs from its
 * URL. It comes from the installation itself, so nobody can register its name and give developers something else.
 */
export function listenPackage(): Plugin {
  return {
    name: 'listen-package',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load(id) {
      if (id !== `\0${name}`) return undefined;
      const files = listFiles();
      for (const file of files) this.addWatchFile(folder + file);
      const { version } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')) as { version: string };
      return [
        `export const listenPackagePath = ${JSON.stringify(`/downloads/tillway-listen-${version}.tgz`)};`,
        `export const listenPackage = Buffer.from('${pack(files).toString('base64')}', 'base64');`,
      ].join('\n');
    },
  };
}

/** What npm publishes: the files of the manifest's `files`, and those that every package has. */
const listFiles = (): string[] =>
  ['LICENSE', 'README.md', 'package.json', ...['bin', 'src'].flatMap(listFolder)].sort();

const listFolder = (subfolder: string) =>
  readdirSync(folder + subfolder).map((file) => `${subfolder}/${file}`);

/** A gzipped tar archive (POSIX ustar). The same files always give the same bytes. */
function pack(files: string[]): Buffer {
  const entries = files.flatMap((file) => {
    const content = readFileSync(folder + file);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return [buildHeader(`package/${file}`, content.length, file.startsWith('bin/')), content, padding];
  });
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1024)]), { level: 9 });
}

function buildHeader(path: string, length: number, isProgram: boolean): Buffer {
  const header = Buffer.alloc(512);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(path, 0);
  header.write(octal(isProgram ? 0o755 : 0o644, 7), 100);
  for (const owner of [108, 116]) header.write(octal(0, 7), owner);
  header.write(octal(length, 11), 124);
  // The date that npm gives all files of a package: October 26, 1985.
  header.write(octal(499_162_500, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  const checksum = header.reduce((sum, byte) => sum + byte, 0);
  header.write(`${octal(checksum, 6)} `, 148);
  return header;
}
