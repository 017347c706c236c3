import { createRequestHandler, type AppLoadContext, type ServerBuild } from '@remix-run/server-runtime';

type Route = NonNullable<ServerBuild['routes'][string]>;
type Handle = (request: Request, context: AppLoadContext) => Promise<Response>;
type Page = { pattern: string; regExp: RegExp; routeIds: string[]; handle?: Handle };

const manifestPath = '/__manifest';

/**
 * Remix compiles and ranks all route patterns each time it matches a URL, about six times per page and once per
 * link. This compiles them once, and passes Remix only the routes that a page needs.
 */
export function createPageRouter(build: ServerBuild, mode?: string) {
  const pages = listPages(build.routes);
  const handleManifest = createRequestHandler(build, mode);

  const findPage = (pathname: string): Page | undefined => {
    const decoded = decodeSegments(pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/'));
    return pages.find(({ regExp }) => regExp.test(decoded));
  };
  /** The routes of a path and of the paths above it, which the browser needs to navigate there. */
  const listRouteIds = (path: string): string[] =>
    listPrefixes(path).flatMap((prefix) => findPage(prefix)?.routeIds ?? []);

  function createHandler({ pattern }: Page): Handle {
    const ids = listRouteIds(pattern);
    const assets = { ...build.assets, routes: pick(build.assets.routes, ids) };
    return createRequestHandler({ ...build, assets, routes: pick(build.routes, ids) }, mode);
  }

  return {
    /** The route pattern of a page's URL, which may be logged. */
    findPattern: (pathname: string): string => findPage(pathname)?.pattern ?? '/*',

    handle(request: Request, context: AppLoadContext): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === manifestPath) {
        const isCurrent = searchParams.get('version') === build.assets.version;
        const paths = searchParams.getAll('p');
        // Remix rejects these.
        if (!isCurrent || !paths.length) return handleManifest(request, context);
        const routes = pick(build.assets.routes, paths.flatMap(listRouteIds));
        const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' };
        return Promise.resolve(Response.json(routes, { headers }));
      }
      const page = findPage(pathname);
      if (!page) return handleManifest(request, context);
      page.handle ??= createHandler(page);
      return page.handle(request, context);
    },
  };
}

/** The pages in Remix's order: of two patterns of the same length, the one with fewer parameters first. */
function listPages(routes: ServerBuild['routes']): Page[] {
  const all = Object.values(routes).filter((route) => route !== undefined);
  const parentIds = new Set(all.map(({ parentId }) => parentId));
  const listParents = (route: Route): Route[] =>
    route.parentId ? [...listParents(routes[route.parentId]!), route] : [route];
  const countParameters = ({ pattern }: Page) =>
    pattern.endsWith('*') ? Infinity : pattern.split('/:').length;
  return all
    .filter(({ id }) => !parentIds.has(id))
    .map((page) => {
      const routes = listParents(page);
      const pattern = `/${routes.flatMap(({ path }) => path || []).join('/')}`;
      return { pattern, regExp: compilePattern(pattern), routeIds: routes.map(({ id }) => id) };
    })
    .sort((a, b) => countParameters(a) - countParameters(b) || 0);
}

function compilePattern(pattern: string): RegExp {
  const source = pattern.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+').replace(/\/\*$/, '/.*');
  return new RegExp(`^${source}/*$`, 'i');
}

/** @returns `/a/b` → `/`, `/a`, `/a/b` */
function listPrefixes(path: string): string[] {
  return path.split('/').map((_, index, segments) => segments.slice(0, index + 1).join('/') || '/');
}

function decodeSegments(pathname: string): string {
  const decode = (segment: string) => decodeURIComponent(segment).replaceAll('/', '%2F');
  return pathname.split('/').map(decode).join('/');
}

function pick<T>(entries: Record<string, T>, ids: string[]): Record<string, T> {
  return Object.fromEntries(ids.map((id) => [id, entries[id]!]));
}
