// Replaces the bundle's list of pages, so that tests use the real server without a build.
import type { ServerBuild } from '@remix-run/server-runtime';
import * as entryModule from '~/entry.server';
import * as root from '~/root';
import routeConfig from '~/routes';

type RouteModule = NonNullable<ServerBuild['routes'][string]>['module'];
type Entry = {
  id?: string;
  file: string;
  path?: string;
  index?: boolean;
  caseSensitive?: boolean;
  children?: Entry[];
};

const modules = import.meta.glob<RouteModule>(
  ['/app/routes/**/*.{ts,tsx}', '!**/*.test.*', '!/app/routes/checkout/script/**'],
  { eager: true },
);

export const routes: ServerBuild['routes'] = { root: { id: 'root', path: '', module: root } };
addRoutes((await routeConfig) as Entry[], 'root');

function addRoutes(entries: Entry[], parentId: string): void {
  for (const { id: routeId, file, path, index, caseSensitive, children = [] } of entries) {
    const id = routeId ?? file.replace(/\.tsx?$/, '');
    const module = modules[`/app/${file}`];
    if (!module) throw new Error(`app/routes.ts names ${file}, which does not exist`);
    routes[id] = { id, parentId, path, index, caseSensitive, module };
    addRoutes(children, id);
  }
}

export const entry: ServerBuild['entry'] = { module: entryModule };
export const assets: ServerBuild['assets'] = {
  entry: { module: '/entry.js', imports: [] },
  routes: Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      {
        id,
        parentId: route!.parentId,
        path: route!.path,
        index: route!.index,
        caseSensitive: route!.caseSensitive,
        hasAction: 'action' in route!.module,
        hasLoader: 'loader' in route!.module,
        hasClientAction: false,
        hasClientLoader: false,
        hasErrorBoundary: 'ErrorBoundary' in route!.module,
        module: `/${id}.js`,
        imports: [],
      },
    ]),
  ),
  url: '/manifest.js',
  version: 'test',
};
export const publicPath = '/';
export const assetsBuildDirectory = 'build/client';
export const basename = '/';
export const mode = 'test';
export const isSpaMode = false;
export const future = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_routeConfig: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: true,
  unstable_optimizeDeps: false,
} as ServerBuild['future'];
