import type { OpenApiParameter } from '~/platform/api-description/openapi-document';

const exampleId = /trx_[0-9a-z]{36}/g;

/** A request for the examples' shell session, which has API, CLIENT_ID, TOKEN, RUN, and TRX. */
export function buildCurlCommand(
  path: string,
  { body, parameters = [] }: { body?: unknown; parameters?: OpenApiParameter[] },
): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => `${name}=${String(schema.example)}`);
  const url = `$API${path.replace('{trx_id}', '$TRX')}${query.length ? `?${query.join('&')}` : ''}`;
  const isLogin = path === '/auth/token';
  const headers = [
    ...(isLogin ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...(body ? [`-H 'Content-Type: application/json'`] : []),
  ];
  return [`curl -s "${url}"`, ...headers, ...(body ? [`-d '${fillPlaceholders(body)}'`] : [])].join(
    ' \\\n  ',
  );
}

/** The body with the session's transaction, and identifiers that are new in every run. */
function fillPlaceholders(body: unknown): string {
  return JSON.stringify(body, null, 2)
    .replace(exampleId, `'$TRX'`)
    .replace(/("external_id": "[\w-]+)"/, `$1-'$RUN'"`)
    .replace(/acc_[0-9a-z]{36}/, `'$CLIENT_ID'`)
    .replace(/sk_test_X+/, "'${CLIENT_SECRET:-sk_test_…}'");
}
