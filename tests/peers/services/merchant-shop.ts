import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificate } from './certificates';

type PayerRedirect = { page: string; hasValidSignature: boolean; parameters: Record<string, string> };
export type MerchantShop = {
  origin: string;
  success: string;
  failure: string;
  redirects: PayerRedirect[];
  stop(): Promise<void>;
};

/**
 * A merchant's site on another port: payers return to it, and it verifies the signature as the docs describe.
 * `isSecure`: with HTTPS, as live redirects require, and a certificate that browsers don't know.
 */
export async function startShop(
  signingSecret: string,
  { isSecure = false }: { isSecure?: boolean } = {},
): Promise<MerchantShop> {
  const redirects: PayerRedirect[] = [];
  const respond: RequestListener = (request, response) => {
    const url = new URL(request.url!, 'http://shop');
    if (['/success', '/failure'].includes(url.pathname)) {
      const parameters = Object.fromEntries(url.searchParams);
      redirects.push({
        page: url.pathname.slice(1),
        hasValidSignature: verifySignature(parameters, signingSecret),
        parameters,
      });
    }
    response
      .setHeader('Content-Type', 'text/html')
      .end(
        `<!doctype html><link rel="icon" href="data:,"><title>Shop</title><h1>Back at the shop: ${url.pathname.slice(1)}</h1>`,
      );
  };
  const server = isSecure
    ? createSecureServer(await createKeyPair('shop.localhost'), respond)
    : createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = isSecure ? `https://shop.localhost:${port}` : `http://localhost:${port}`;
  return {
    origin,
    success: `${origin}/success?basket=7`,
    failure: `${origin}/failure`,
    redirects,
    stop: () => stop(server),
  };
}

async function createKeyPair(host: string) {
  const { key, certificate } = await createCertificate(host);
  return { key: readFileSync(key), cert: readFileSync(certificate) };
}

function verifySignature(parameters: Record<string, string>, secret: string): boolean {
  const signedText = ['intent_id', 'reference_id', 'status', 'timestamp', 'transaction_id']
    .map((name) => `${name}=${encodeURIComponent(parameters[name] ?? '')}`)
    .join('&');
  return createHmac('sha256', secret).update(signedText).digest('hex') === parameters.signature;
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => void server.close(() => resolve()));
}
