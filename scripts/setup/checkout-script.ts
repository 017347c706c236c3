import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rollup } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';

const name = 'virtual:checkout-script';
const entry = fileURLToPath(new URL('../../app/routes/checkout/script/main.ts', import.meta.url));

/**
 * Bundles the payment page's script into a server module, which serves it from memory. The result is the same
 * in development, tests, and the build, so that browsers see the hash in the inventory (threat T26).
 */
export function checkoutScript(): Plugin {
  return {
    name: 'checkout-script',
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return undefined;
      const { code, moduleIds } = await bundle();
      for (const file of moduleIds)
        if (file.startsWith('/') && !file.includes('/node_modules/')) this.addWatchFile(file);
      const hash = createHash('sha256').update(code).digest();
      const script = {
        source: code,
        path: `/assets/checkout-${hash.toString('hex').slice(0, 12)}.js`,
        integrity: `sha256-${hash.toString('base64')}`,
      };
      return `export const script = ${JSON.stringify(script)};`;
    },
  };
}

async function bundle(): Promise<Rollup.OutputChunk> {
  const built = (await build({
    configFile: false,
    envFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [tsconfigPaths()],
    build: { write: false, target: 'es2020', rollupOptions: { input: entry, output: { format: 'iife' } } },
  })) as Rollup.RollupOutput;
  return built.output[0];
}
