import { OpenAPIHono } from '@hono/zod-openapi';
import { HTTPException } from 'hono/http-exception';
import { config } from '~/platform/config.server';
import type { Environment } from '~/platform/environment';
import { log } from '~/platform/log';
import type { Api, ApiEnv } from './api-env';
import { addAuth } from './auth';
import { limitBody } from './body-limit';
import { addCardIntents } from './card-intents';
import { requirePlainJson } from './json-body';
import { requireJsonType } from './json-type';
import { addDescription } from './openapi';
import { addPaymentIntents } from './payment-intents';
import { problem } from './problem';
import { limitRate } from './rate-limit';
import { addRefunds } from './refunds';
import { requirePciCertification, requireToken } from './require-token';
import { addTransactions } from './transactions';
import { fieldErrors } from './validation';

/** The payment API of one environment, mounted where its address says. */
export function createApi(environment: Environment): Api {
  const base = new URL(config.addresses.api[environment]).pathname;
  const root = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) =>
      result.success
        ? undefined
        : problem(
            c,
            result.target === 'query' ? 'invalid_query' : 'validation_failed',
            fieldErrors(result.error),
          ),
  });
  root.onError((error, c) => {
    // The request's own error is that its sender went away in the middle of the body, and nobody reads this reply.
    if (error === c.env.incoming?.errored || (error instanceof HTTPException && error.status === 400))
      return problem(c, 'malformed_json');
    log.error('api', error, { requestId: c.env.requestId, method: c.req.method, route: c.req.routePath });
    return problem(c, 'internal_error');
  });
  const api = root.basePath(base) as Api;
  api.notFound((c) => problem(c, 'not_found'));

  addDescription(api, environment);

  api.use((c, next) => {
    c.set('environment', environment);
    c.set('startedAt', performance.now());
    c.set('receivedAt', Date.now());
    return next();
  });
  api.use('/auth/token', limitBody, requireJsonType, requirePlainJson);
  addAuth(api);
  // Who asks, and whether they may, is settled before a body is looked at.
  api.use(requireToken, limitRate);
  api.use(limitBody, requireJsonType, requirePlainJson);
  api.post('/transactions', requirePciCertification);
  addTransactions(api);
  addRefunds(api);
  addPaymentIntents(api, environment);
  addCardIntents(api, environment);

  const methods = new Map<string, Set<string>>();
  for (const route of root.routes)
    if (route.method !== 'ALL')
      methods.set(route.path, (methods.get(route.path) ?? new Set()).add(route.method));
  for (const [path, allowed] of methods)
    root.all(path, (c) => problem(c, 'method_not_allowed', { headers: { Allow: [...allowed].join(', ') } }));
  return api;
}
