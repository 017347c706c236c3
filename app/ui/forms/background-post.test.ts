import { afterEach, expect, test, vi } from 'vitest';
import { findLostRequest, postInBackground } from './background-post';

afterEach(() => vi.unstubAllGlobals());

/** Browsers hide where a redirect leads. Node doesn't, so its own response doesn't help here. */
const stubLoginRedirect = () => {
  const request = vi.fn(async () => ({ type: 'opaqueredirect', ok: false, status: 0 }));
  vi.stubGlobal('fetch', request);
  return request;
};

test('a form sent after the session has ended is distinguished from one without a connection', async () => {
  const request = stubLoginRedirect();
  expect(await postInBackground('/save', { city: 'Bonn' })).toBe('logged_out');
  expect(request.mock.lastCall).toMatchObject(['/save', { method: 'POST', redirect: 'manual' }]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await postInBackground('/save', { city: 'Bonn' })).toBe('failed');
});

test('an answer is returned, also if it reports an error', async () => {
  vi.stubGlobal('fetch', async () => new Response('changed', { status: 409 }));
  const response = await postInBackground('/save', new FormData());
  expect(response).toMatchObject({ status: 409 });
});

test('a page knows before its form is sent that the login would discard it', async () => {
  const request = stubLoginRedirect();
  expect(await findLostRequest('/page')).toBe('logged_out');
  expect(request.mock.lastCall).toMatchObject(['/page', { method: 'HEAD', redirect: 'manual' }]);
  // The form's reply explains such a status.
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }));
  expect(await findLostRequest('/page')).toBeNull();
  vi.stubGlobal('fetch', async () => new Response(null, { status: 503 }));
  expect(await findLostRequest('/page')).toBe('failed');
});
