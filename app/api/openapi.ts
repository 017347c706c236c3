import type { ApiDocument } from '~/platform/api-document';
import { config } from '~/platform/config.server';
import type { Environment } from '~/platform/environment';
import { toJson, type Json } from '~/platform/json';
import { digest } from '~/platform/secrets.server';
import type { Api } from './api-env';
import { headers } from './headers';
import { apiTags, introduction } from './introduction';
import { problemCodes, problems } from './problem';
import { respond } from './respond';

type Description = { document: ApiDocument; json: Json<ApiDocument>; etag: string };

const descriptions = new WeakMap<Api, Description>();

/** The API of one environment in OpenAPI 3.1, made of the schemas that validate it when it is first asked for. */
export function describeApi(api: Api, environment: Environment): Description {
  const known = descriptions.get(api);
  if (known) return known;
  const document = createDocument(api, environment);
  const json = toJson(document);
  const description = { document, json, etag: `"${digest(json).slice(0, 32)}"` };
  descriptions.set(api, description);
  return description;
}

/** Serves it to everybody: whoever writes a client has no token yet. */
export function addDescription(api: Api, environment: Environment): void {
  api.get('/openapi.json', (c) => {
    const { json, etag } = describeApi(api, environment);
    const kept = { ETag: etag, 'Cache-Control': 'public, max-age=300' };
    const isKnown = c.req.header('if-none-match')?.includes(etag);
    return isKnown ? c.body(null, 304, { ...c.env.headers, ...kept }) : respond(c, 200, json, kept);
  });
}

function createDocument(api: Api, environment: Environment): ApiDocument {
  const url = config.addresses.api[environment];
  const { paths, components, ...rest } = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${config.brandName} API, ${environment} environment`,
      version: '1.0.0',
      description: introduction(environment),
      contact: { name: config.brandName, url: config.addresses.portal },
    },
    servers: [
      {
        url,
        description:
          environment === 'test' ? 'Test: cards are simulated and no money moves' : 'Live: real money',
      },
    ],
    tags: apiTags,
    security: [{ accessToken: [] }],
  });
  const base = new URL(url).pathname.replace(/\/$/, '');
  return {
    ...rest,
    paths: Object.fromEntries(
      Object.entries(paths ?? {}).map(([path, item]) => [path.slice(base.length), item]),
    ),
    components: {
      ...components,
      headers,
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token of `POST /auth/token`.',
        },
      },
    },
    'x-problems': Object.fromEntries(problemCodes.map((code) => [code, explained(code)])),
  } as unknown as ApiDocument;
}

function explained(code: keyof typeof problems) {
  const [status, title, cause, fix] = problems[code];
  return { status, title, cause, fix };
}
