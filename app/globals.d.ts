declare module 'virtual:remix/server-build' {
  import type { ServerBuild } from '@remix-run/server-runtime';
  const build: ServerBuild;
  export = build;
}

declare module 'virtual:listen-package' {
  /** `packages/listen` as a package for npm, and its path on the portal's host. */
  export const listenPackage: Buffer;
  export const listenPackagePath: string;
}

declare module 'virtual:checkout-script' {
  /** The payment page's script: its text, URL, and integrity hash. */
  export const script: { source: string; path: string; integrity: string };
}
