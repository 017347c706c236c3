import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from '~/api/api';
import { describeApi } from '~/api/description/openapi';
import type { PostmanCollection, PostmanRequest } from '~/api/description/postman-collection';
import { buildApiClient, sendApiRequest } from '../../world/api-client';
import { buildCardToken } from '../../world/payments/card-tokens';
import { serveApi, type ServedApi } from '../../world/served-api';

let api: ServedApi;
let collection: PostmanCollection;
beforeAll(async () => {
  api = await serveApi();
  const response = await fetch(`${api.url}/postman_collection.json`);
  collection = (await response.json()) as PostmanCollection;
});
afterAll(() => api.stop());

const listRequests = () => collection.item.flatMap(({ item }) => item);

test('it has a request for each example of each operation, in folders like the reference', () => {
  const { document } = describeApi(createApi('test'), 'test');
  expect(collection.item.map(({ name }) => name)).toEqual(document.tags.map(({ name }) => name));
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const count = requestBody ? Object.keys(requestBody.content['application/json'].examples!).length : 1;
      const address = path
        .replaceAll(/\{(\w+)\}/g, '{{$1}}')
        .replace('/card/{{intent_id}}', '/card/{{card_intent_id}}');
      return Array<string>(count).fill(`${method.toUpperCase()} ${address}`);
    }),
  );
  const requested = listRequests().map(({ request: { method, url } }) => `${method} /${url.path.join('/')}`);
  expect(requested.sort()).toEqual(described.sort());
  expect(requested.length).toBeGreaterThan(15);
  const names = listRequests().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test('every variable is declared, and no credential has a value', () => {
  const declared = Object.fromEntries(collection.variable.map(({ key, value }) => [key, value]));
  const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(Object.keys(declared)));
  expect(declared).toMatchObject({ client_id: '', client_secret: '', token: '' });
  expect(declared.base_url).toBe('http://localhost:3000/test/api');
  expect(JSON.stringify(collection)).not.toMatch(/acc_0|sk_test_|tok_0|trx_0|int_0/);
});

test('live has a collection of its own, and both can be cached', async () => {
  const live = await sendApiRequest('live', 'GET', '/postman_collection.json');
  expect(live.json.variable[0]).toEqual({ key: 'base_url', value: 'http://localhost:3000/api' });
  const etag = live.headers.get('etag')!;
  const again = await sendApiRequest('live', 'GET', '/postman_collection.json', {
    headers: { 'If-None-Match': etag },
  });
  expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
  expect((await sendApiRequest('test', 'GET', '/postman_collection.json')).headers.get('etag')).not.toBe(
    etag,
  );
});

/** Sends requests as Postman does: fills in the variables, and runs the script with the response. */
function openCollection(values: Record<string, string>) {
  const variables: Record<string, string> = {
    ...Object.fromEntries(collection.variable.map(({ key, value }) => [key, value])),
    ...values,
  };
  const fill = (text: string): string =>
    text
      .replaceAll('{{$guid}}', () => crypto.randomUUID())
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name]!);
  return async function send({ event = [], request }: PostmanRequest) {
    const { method, header, body, url, auth = collection.auth } = request;
    const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]));
    if ('bearer' in auth) headers.Authorization = `Bearer ${fill(auth.bearer[0]!.value)}`;
    const response = await fetch(fill(url.raw), { method, headers, body: body && fill(body.raw) });
    const reply = (await response.json()) as object;
    for (const { script } of event)
      runInNewContext(script.exec.join('\n'), {
        pm: {
          response: { json: () => reply },
          collectionVariables: { set: (name: string, value: string) => (variables[name] = value) },
        },
      });
    return { status: response.status, reply };
  };
}

test('all requests succeed in their order, from the access token to the events', async () => {
  const client = await buildApiClient();
  const send = openCollection({
    base_url: api.url,
    client_id: client.merchant.clientId,
    client_secret: client.merchant.clientSecret,
    // The payer would save a card on the hosted page.
    card_token: await buildCardToken(client, { reason: 'recurring' }),
  });
  for (const item of listRequests()) {
    const { status, reply } = await send(item);
    expect(status, `${item.name}: ${JSON.stringify(reply)}`).toBe(200);
  }
});
