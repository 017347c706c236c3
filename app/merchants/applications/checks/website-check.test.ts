import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import {
  startWebhookReceiver,
  type ResponseHandler,
} from '../../../../tests/peers/services/webhook-receiver';
import { createCertificate } from '../../../../tests/peers/services/certificates';
import { checkWebsite } from './website-check';

const certificate = createCertificate('localhost').then(({ key, certificate, authority }) => [
  key,
  certificate,
  authority,
]);

/** Checks a website on this machine, whose certificate is valid. */
async function check(respond: ResponseHandler, path = '') {
  const [key, cert, ca] = (await certificate).map((path) => readFileSync(path, 'utf8'));
  const site = await startWebhookReceiver(respond, { key: key!, cert: cert! });
  onTestFinished(site.stop);
  return checkWebsite(`${site.url}${path}`, { allowPrivate: true, ca, limitMs: 500 });
}

const redirectTo =
  (location: string): ResponseHandler =>
  (response, { url }) =>
    url === '/end' ? response.end('shop') : response.writeHead(301, { Location: location }).end();

const finding = (result: 'passed' | 'attention', text: string) => ({
  findings: [{ itemKey: 'website', result, text }],
});

test('a website that responds passes, also after a redirect, or when it refuses programs', async () => {
  const responds = finding('passed', 'The website responds.');
  expect(await check((response) => response.end('shop'))).toEqual(responds);
  expect(await check(redirectTo('/end'))).toEqual(responds);
  expect(await check((response) => response.writeHead(403).end())).toEqual(responds);
});

test.each<[string, ResponseHandler]>([
  ['The website responds with an error (status 404).', (response) => response.writeHead(404).end()],
  ['The website responds with an error (status 500).', (response) => response.writeHead(500).end()],
  ['The website redirects without end.', redirectTo('/')],
  ['The website redirects to an address that can’t be opened.', redirectTo('ftp://localhost/')],
  ['The website ended the connection without a response.', (response) => response.destroy()],
  ['The website didn’t respond within 10 seconds.', () => {}],
])('%s', async (text, respond) => {
  expect(await check(respond)).toEqual(finding('attention', text));
});

test('a website that leads to another one, or isn’t encrypted', async () => {
  const other = await startWebhookReceiver();
  onTestFinished(other.stop);
  const elsewhere = other.url.replace('localhost', '127.0.0.1');
  expect(await check(redirectTo(elsewhere))).toEqual(
    finding('attention', 'The website leads to another one: 127.0.0.1.'),
  );
  expect(await checkWebsite(other.url, { allowPrivate: true })).toEqual(
    finding('attention', 'The website responds, but without encryption (http).'),
  );
});

test('a website in a private network is never opened', async () => {
  const secret = await startWebhookReceiver();
  onTestFinished(secret.stop);
  const outcome = await checkWebsite('https://shop.example', {
    resolve: async () => ['127.0.0.1'],
  });
  expect(outcome).toEqual(finding('attention', 'The domain name points to a private network.'));
  expect(await checkWebsite(secret.url.replace('localhost', '127.0.0.1'))).toEqual(
    finding('attention', 'The domain name points to a private network.'),
  );
  expect(secret.connections()).toBe(0);
});

test('a check that the process’s end interrupts is repeated', async () => {
  expect(await checkWebsite('https://shop.example', { stopping: AbortSignal.abort() })).toBe('unavailable');
});
