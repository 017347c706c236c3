import { isBuiltin } from 'node:module';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';
import { checkoutScript } from './scripts/setup/checkout-script';
import { listenPackage } from './scripts/setup/listen-package';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Packages that the bundle doesn't contain. */
const external = [
  '@electric-sql/pglite',
  '@node-rs/argon2',
  '@prisma/client',
  '@prisma/schema-engine-wasm',
  'pg',
  'pino',
  'sharp',
  'smtp-server',
];

/** The server bundle starts at app/server.ts, so that pages and API share one copy of every room. */
const oneServerBundle: Plugin = {
  name: 'one-server-bundle',
  enforce: 'post',
  config(_, { isSsrBuild }) {
    return isSsrBuild ? { build: { rollupOptions: { input: { index: 'app/server.ts' } } } } : undefined;
  },
};

/**
 * The parts that pages share are one file, because Rollup makes a file of each icon otherwise: 77 requests for the
 * home page. Few pages have charts.
 */
const nameChunk = (id: string): string | undefined =>
  /\/node_modules\/lucide-react\/|\/app\/ui\/(?!content\/(?:bar-chart|chart-|sparkline))/.test(id)
    ? 'ui'
    : undefined;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix({
      serverModuleFormat: 'esm',
      ignoredRouteFiles: ['**/*'],
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
      },
    }),
    tsconfigPaths(),
    checkoutScript(),
    listenPackage(),
    oneServerBundle,
  ],
  // Pre-bundled at startup instead of on the first page. The browser version of argon2 has parts that aren't
  // installed.
  optimizeDeps: { entries: ['app/entry.client.tsx', 'app/ui/**/*.tsx'], exclude: ['@node-rs/argon2'] },
  build: {
    target: 'es2022',
    sourcemap: false,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: nameChunk } },
    // Libraries try to load parts of Node.js that old versions don't have.
    commonjsOptions: { ignoreTryCatch: (name) => !isBuiltin(name) },
  },
  // One file loads in half the time of a thousand. The rest has native or WebAssembly parts, or is loaded by
  // name. In development, Node.js loads the packages.
  ssr: command === 'build' ? { noExternal: true, external } : {},
}));
