declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/server-runtime';
  const build: ServerBuild;
  export = build;
}

declare module 'virtual:checkout-script' {
  /** The payment page's script: its text, where it is served, and what browsers hold it against. */
  export const script: { source: string; path: string; integrity: string };
}
