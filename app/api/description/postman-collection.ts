import { listExampleRequests, type ExampleRequest } from '~/platform/api-description/example-requests';
import type { ApiDocument, OpenApiOperation } from '~/platform/api-description/openapi-document';

// A collection in Postman's format 2.1, which Bruno imports, too.

type Variable = { key: string; value: string };

export type PostmanRequest = {
  name: string;
  event?: { listen: 'test'; script: { type: 'text/javascript'; exec: string[] } }[];
  request: {
    method: string;
    description: string;
    auth?: { type: 'noauth' };
    header: Variable[];
    body?: { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } };
    url: { raw: string; host: string[]; path: string[]; query: Variable[] };
  };
  response: [];
};

export type PostmanCollection = {
  info: { name: string; description: string; schema: string };
  auth: { type: 'bearer'; bearer: { key: 'token'; value: string; type: 'string' }[] };
  variable: Variable[];
  item: { name: string; description: string; item: PostmanRequest[] }[];
};

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

const instructions =
  'Set the variables client_id and client_secret, and send “Obtain an access token” first: the other requests use its token. Requests that create something store its ID for the following ones.';

/** The variables that the first example of an operation sets, with the paths of their values in the response. */
const storedValues: Record<string, Record<string, string>> = {
  createToken: { token: 'access_token' },
  createTransaction: { trx_id: 'id' },
  createPaymentIntent: { intent_id: 'intent_id' },
  createCardIntent: { card_intent_id: 'intent_id' },
  createPaymentLink: { payment_link_id: 'id' },
  retrieveCardIntent: { card_token: 'card.token' },
};

/** The API as a collection of requests: one for each example of the description. */
export function buildPostmanCollection({ info, servers, tags, paths }: ApiDocument): PostmanCollection {
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0]!,
      items: listExampleRequests(path, method, operation).map((example, index) =>
        buildRequest(example, operation, index === 0 ? storedValues[operation.operationId] : undefined),
      ),
    })),
  );
  const values = new Set(Object.values(storedValues).flatMap((stored) => Object.keys(stored)));
  return {
    info: { name: info.title, description: instructions, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: servers[0]!.url },
      ...['client_id', 'client_secret', ...values].map((key) => ({ key, value: '' })),
    ],
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: requests.filter(({ tag }) => tag === name).flatMap(({ items }) => items),
    })),
  };
}

function buildRequest(
  { label, method, path, isAuthenticated, body }: ExampleRequest,
  { summary, description }: OpenApiOperation,
  stored: Record<string, string> | undefined,
): PostmanRequest {
  const [pathname, search] = path.split('?') as [string, string?];
  return {
    name: label === summary ? label : `${summary}: ${label}`,
    ...(stored && { event: [buildScript(stored)] }),
    request: {
      method,
      description,
      ...(!isAuthenticated && { auth: { type: 'noauth' } }),
      header: body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      ...(body !== undefined && {
        body: {
          mode: 'raw',
          // New in every request, as in every run of the docs' examples.
          raw: JSON.stringify(body, null, 2).replaceAll('{{run}}', '{{$guid}}'),
          options: { raw: { language: 'json' } },
        },
      }),
      url: {
        raw: `{{base_url}}${path}`,
        host: ['{{base_url}}'],
        path: pathname.slice(1).split('/'),
        query: [...new URLSearchParams(search)].map(([key, value]) => ({ key, value })),
      },
    },
    response: [],
  };
}

function buildScript(stored: Record<string, string>) {
  const lines = Object.entries(stored).map(
    ([name, path]) =>
      `if (reply.${path.replaceAll('.', '?.')}) pm.collectionVariables.set('${name}', reply.${path});`,
  );
  const exec = ['const reply = pm.response.json();', ...lines];
  return { listen: 'test' as const, script: { type: 'text/javascript' as const, exec } };
}
