import { connect, type AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { expect, test } from 'vitest';
import { createApi } from '~/api/api';

const api = createApi('test');

test.each([
  ['of an announced length', 'Content-Length: 100', '{"client_id":'],
  ['sent in chunks', 'Transfer-Encoding: chunked', 'd\r\n{"client_id":\r\n'],
])("a body %s that its sender cuts off isn't logged as our error", async (_, framing, partialBody) => {
  const replies: Promise<Response>[] = [];
  const server = createAdaptorServer({
    fetch(request, bindings) {
      const reply = Promise.resolve(
        api.fetch(request, { ...(bindings as HttpBindings), requestId: 'req_1', headers: {} }),
      );
      replies.push(reply);
      return reply;
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(
    `POST /test/api/auth/token HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${framing}\r\n\r\n${partialBody}`,
  );
  await expect.poll(() => replies.length).toBe(1);
  socket.destroy();
  // An error in the log would fail this test.
  expect((await replies[0]!).status).toBe(400);
  server.close();
});
