import { capitalize } from '~/platform/text/capitalize';
import type { OpenApiOperation, OpenApiParameter } from './openapi-document';

/**
 * A request of the API description's examples, for any language. Its texts can contain variables of the session,
 * such as `{{trx_id}}`.
 */
export type ExampleRequest = {
  label: string;
  method: string;
  /** The path and query, below the API's URL. */
  path: string;
  isAuthenticated: boolean;
  body?: unknown;
};

/** The prefixes of IDs that only the examples contain, by their variables. The session has the reader's own. */
export const idPrefixes: Record<string, string> = {
  client_id: 'acc',
  trx_id: 'trx',
  intent_id: 'int',
  card_intent_id: 'int',
  payment_link_id: 'plink',
  card_token: 'tok',
};

export const loginRequest: ExampleRequest = {
  label: 'Log in',
  method: 'POST',
  path: '/auth/token',
  isAuthenticated: false,
  body: { client_id: '{{client_id}}', client_secret: '{{client_secret}}' },
};

/** The requests of an operation: one for each example of its body. */
export function listExampleRequests(
  path: string,
  method: string,
  { summary, security, parameters = [], requestBody }: OpenApiOperation,
): ExampleRequest[] {
  const request = {
    label: summary,
    method: method.toUpperCase(),
    path:
      path.replace(/\{(\w+)\}/g, (_, name: string) => `{{${toVariable(name, path)}}}`) +
      buildQuery(parameters),
    isAuthenticated: security?.length !== 0,
  };
  if (!requestBody) return [request];
  const examples = Object.values(requestBody.content['application/json'].examples ?? {});
  return examples.map((example) => ({
    ...request,
    label: examples.length > 1 ? capitalize(example.summary ?? summary) : summary,
    body: addVariables(example.value),
  }));
}

/** The IDs of payment intents and card intents have the same prefix and name, but belong to different resources. */
const toVariable = (name: string, path: string): string =>
  name === 'intent_id' && path.startsWith('/intents/card/') ? 'card_intent_id' : name;

/** The session variables that the requests need. */
export function listVariables(requests: readonly ExampleRequest[]): string[] {
  const names = [...JSON.stringify(requests).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
  const needsToken = requests.some(({ isAuthenticated }) => isAuthenticated);
  return [...new Set([...(needsToken ? ['token'] : []), ...names])];
}

function buildQuery(parameters: OpenApiParameter[]): string {
  const query = parameters
    .filter(({ schema, ...parameter }) => parameter.in === 'query' && schema.example !== undefined)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(schema.example))}`);
  return query.length ? `?${query.join('&')}` : '';
}

/** The body with the session's IDs and secret, and an `external_id` that is new in every run. */
function addVariables(value: unknown, key?: string): unknown {
  if (Array.isArray(value)) return value.map((item) => addVariables(item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, addVariables(member, name)]),
    );
  if (typeof value !== 'string') return value;
  if (key === 'external_id') return `${value}-{{run}}`;
  if (key === 'client_secret') return '{{client_secret}}';
  const prefix = /^([a-z]+)_[0-9a-z]{36}$/.exec(value)?.[1];
  const variable = prefix && Object.keys(idPrefixes).find((name) => idPrefixes[name] === prefix);
  return variable ? `{{${variable}}}` : value;
}
