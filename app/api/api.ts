import { OpenAPIHono, z } from '@hono/zod-openapi';
import type { Context, MiddlewareHandler } from 'hono';
import { matchedRoutes, routePath } from 'hono/route';
import { config } from '~/platform/config/config.server';
import { isDatabaseUnavailable } from '~/platform/database/unavailability';
import type { Environment } from '~/platform/environment';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { log } from '~/platform/observability/log';
import type { Api, ApiEnv } from './api-env';
import { addAuthRoutes } from '~/api/resources/auth';
import { limitBody } from '~/api/requests/body-limit';
import { addCardIntentRoutes } from '~/api/resources/card-intents';
import { addCardTokenRoutes } from '~/api/resources/card-tokens';
import { acceptEmptyBody, requireJsonType, requirePlainJson } from '~/api/requests/json-body';
import { addEventRoutes } from '~/api/resources/events';
import { addDescriptionRoutes } from '~/api/description/openapi';
import { addWebhookDescriptions } from '~/api/description/webhooks';
import { addPaymentIntentRoutes } from '~/api/resources/payment-intents';
import { addPaymentLinkRoutes } from '~/api/resources/payment-links';
import { respondWithProblem } from '~/api/replies/problem';
import { limitRate } from '~/api/requests/rate-limit';
import { addRefundRoutes } from '~/api/resources/refunds';
import { requirePciCertification, requireToken } from '~/api/authentication/require-token';
import { addTransactionRoutes } from '~/api/resources/transactions';
import { buildFieldErrors } from '~/api/schemas/validation';

/**
 * The requests that need no body. Parameters have the same names as in the routes, because Hono's fastest router
 * can't have two names in one place.
 */
const pathsWithoutBody = [
  '/intents/payment/:intent_id/cancel',
  '/payment_links/:payment_link_id/activate',
  '/payment_links/:payment_link_id/deactivate',
];

/** The requests with a query. Their own schemas check it. */
const pathsWithQuery = ['/transaction', '/events'];
const noQuery = z.strictObject({});

/** The payment API of one environment, mounted at its URL. */
export function createApi(environment: Environment): Api {
  const base = new URL(config.addresses.api[environment]).pathname;
  const root = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) =>
      result.success
        ? undefined
        : respondWithProblem(
            c,
            result.target === 'query' ? 'invalid_query' : 'validation_failed',
            buildFieldErrors(
              result.error,
              result.target === 'query' ? listRepeated(c.req.queries()) : undefined,
            ),
          ),
  });
  root.onError((error, c) => {
    // The sender disconnected in the middle of the body, so nobody reads this reply.
    if (error === c.env.incoming?.errored) return respondWithProblem(c, 'malformed_json');
    // The endpoint's pattern, even if a check before it failed.
    const route = routePath(c, -1);
    log.error('api', error, { requestId: c.env.requestId, method: c.req.method, route });
    return isDatabaseUnavailable(error)
      ? respondWithProblem(c, 'database_unavailable', { headers: { 'Retry-After': '5' } })
      : respondWithProblem(c, 'internal_error');
  });
  const api = root.basePath(base) as Api;
  const respondWithUnknownUrl = (c: Context<ApiEnv>) =>
    respondWithProblem(c, 'not_found', {
      detail: `This URL doesn’t exist. All URLs are listed at ${buildPortalUrl('/docs/reference')}.`,
    });
  api.notFound(respondWithUnknownUrl);

  addDescriptionRoutes(api, environment);

  api.use((c, next) => {
    c.set('environment', environment);
    c.set('startedAt', performance.now());
    c.set('receivedAt', Date.now());
    return next();
  });
  const requireKnownQuery: MiddlewareHandler<ApiEnv> = async (c, next) => {
    if (!c.req.url.includes('?') || pathsWithQuery.includes(c.req.path.slice(base.length))) return next();
    const { error } = noQuery.safeParse(c.req.query());
    if (!error) return next();
    return respondWithProblem(c, 'invalid_query', buildFieldErrors(error, listRepeated(c.req.queries())));
  };
  // It needs no token, so it asks for none.
  const requirePost: MiddlewareHandler<ApiEnv> = async (c, next) =>
    c.req.method === 'POST' ? next() : rejectMethod(c, `${base}/auth/token`);
  api.use('/auth/token', requirePost, requireKnownQuery, limitBody, requireJsonType, requirePlainJson);
  addAuthRoutes(api);
  // Authentication and authorization come before the body is read.
  api.use(requireToken, limitRate);
  // What is wrong with the body doesn't matter for an unknown URL, or for one that takes no POST.
  const requireKnownUrl: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const routes = matchedRoutes(c).filter(({ path }) => !path.endsWith('*'));
    if (!routes.length) return respondWithUnknownUrl(c);
    const isSupported = c.req.method !== 'POST' || routes.some(({ method }) => method === 'POST');
    return isSupported ? next() : rejectMethod(c, routes[0]!.path);
  };
  api.use(requireKnownUrl, requireKnownQuery);
  api.use(limitBody);
  for (const path of pathsWithoutBody) api.post(path, acceptEmptyBody);
  api.post('*', requireJsonType, requirePlainJson);
  api.post('/transactions', requirePciCertification);
  addTransactionRoutes(api, environment);
  addRefundRoutes(api);
  addPaymentIntentRoutes(api, environment);
  addCardIntentRoutes(api, environment);
  addCardTokenRoutes(api);
  addPaymentLinkRoutes(api, environment);
  addEventRoutes(api, environment);
  addWebhookDescriptions(api, environment);

  const methods = new Map<string, Set<string>>();
  for (const route of root.routes)
    if (route.method !== 'ALL' && !route.path.endsWith('*'))
      for (const method of route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])
        methods.set(route.path, (methods.get(route.path) ?? new Set()).add(method));
  /** How to retrieve one of what can't be listed. */
  const describeRead = (path: string) => {
    const one = [...methods].find(([known, names]) => known.startsWith(`${path}/:`) && names.has('GET'))?.[0];
    return one ? ` To retrieve one, use GET ${one.slice(base.length).replace(/:(\w+)/, '{$1}')}.` : '';
  };
  const rejectMethod = (c: Context<ApiEnv>, path: string) => {
    const allowed = [...methods.get(path)!];
    return respondWithProblem(c, 'method_not_allowed', {
      detail: `${c.req.method} isn’t supported here, only ${methodList.format(allowed)}.${c.req.method === 'GET' && path.endsWith('s') ? describeRead(path) + describeList(path) : ''}`,
      headers: { Allow: allowed.join(', ') },
    });
  };
  for (const path of methods.keys()) root.all(path, (c) => rejectMethod(c, path));
  return api;
}

const methodList = new Intl.ListFormat('en-US');

/** What exists instead of lists, whose paths are plural. */
const describeList = (path: string) =>
  path.endsWith('/payment_links')
    ? ' To see all of them, open Payment links in the portal.'
    : ' To list what happened, use GET /events, or download a CSV in the portal.';

const listRepeated = (queries: Record<string, string[]>): string[] =>
  Object.keys(queries).filter((name) => queries[name]!.length > 1);
