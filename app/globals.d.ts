declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/server-runtime';
  const build: ServerBuild;
  export = build;
}

declare module 'virtual:checkout-script' {
  /** The payment page's script: its text, URL, and integrity hash. */
  export const script: { source: string; path: string; integrity: string };
}
