import type { ApiDocument } from '~/platform/api-description/openapi-document';
import { config } from '~/platform/config/config.server';
import type { Environment } from '~/platform/environment';
import { toJson, type Json } from '~/platform/json';
import { digest } from '~/platform/secrets/secrets.server';
import type { Api } from '~/api/api-env';
import { replyHeaders } from './headers';
import { buildPostmanCollection, type PostmanCollection } from './postman-collection';
import { apiTags, buildIntroduction } from './introduction';
import { problemCodes, problems } from '~/api/replies/problem';
import { respond } from '~/api/replies/respond';

type PublicFile<Content> = { json: Json<Content>; etag: string };
type Description = PublicFile<ApiDocument> & {
  document: ApiDocument;
  collection: PublicFile<PostmanCollection>;
};

const descriptions = new WeakMap<Api, Description>();

/** The API of one environment in OpenAPI 3.1, generated from the validating schemas on first use. */
export function describeApi(api: Api, environment: Environment): Description {
  const cached = descriptions.get(api);
  if (cached) return cached;
  const document = createDocument(api, environment);
  const description = {
    document,
    ...toPublicFile(document),
    collection: toPublicFile(buildPostmanCollection(document)),
  };
  descriptions.set(api, description);
  return description;
}

function toPublicFile<Content>(content: Content): PublicFile<Content> {
  const json = toJson(content);
  return { json, etag: `"${digest(json).slice(0, 32)}"` };
}

/** Public, because developers of a client have no token yet. */
export function addDescriptionRoutes(api: Api, environment: Environment): void {
  const addFile = (path: string, getFile: () => PublicFile<unknown>) =>
    api.get(path, (c) => {
      const { json, etag } = getFile();
      const cacheHeaders = { ETag: etag, 'Cache-Control': 'public, max-age=300' };
      const isKnown = c.req.header('if-none-match')?.includes(etag);
      return isKnown
        ? c.body(null, 304, { ...c.env.headers, ...cacheHeaders })
        : respond(c, 200, json, cacheHeaders);
    });
  addFile('/openapi.json', () => describeApi(api, environment));
  addFile('/postman_collection.json', () => describeApi(api, environment).collection);
}

function createDocument(api: Api, environment: Environment): ApiDocument {
  const url = config.addresses.api[environment];
  const { paths, components, ...rest } = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: `${config.brandName} API, ${environment} environment`,
      version: '1.0.0',
      description: buildIntroduction(environment),
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
      headers: replyHeaders,
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token from `POST /auth/token`.',
        },
      },
    },
    'x-problems': Object.fromEntries(problemCodes.map((code) => [code, explainProblem(code)])),
  } as unknown as ApiDocument;
}

function explainProblem(code: keyof typeof problems) {
  const [status, title, cause, fix] = problems[code];
  return { status, title, cause, fix };
}
