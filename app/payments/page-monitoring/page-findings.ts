import { createHash } from 'node:crypto';
import { parseUrl } from '~/platform/http/parse-url';
import { checkoutScripts } from './script-inventory';

export type FetchedPage = {
  address: string;
  status: number;
  headers: Headers;
  html: string;
  fetchScript: (url: string) => Promise<Buffer>;
};

// The expected headers. They're repeated here on purpose, to notice a change where they're set.
const policy = [
  "default-src 'none'",
  "script-src 'nonce' 'strict-dynamic'",
  "style-src 'self' 'nonce'",
  "img-src 'self'",
  "font-src 'self'",
  'connect-src /robots.txt',
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  'report-uri',
];
const headers: Record<string, string> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'same-origin',
};

/** All differences between a payment page and the expected one, as texts for staff. */
export async function detectPageFindings({
  address,
  status,
  headers: sent,
  html,
  fetchScript,
}: FetchedPage): Promise<string[]> {
  if (status !== 200 && status !== 404 && status !== 410) return [`the page returned status ${status}`];
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)].map(
    ([, attributes, text]) => ({ ...attributesOf(attributes!), text: text! }),
  );
  const findScriptFindings = await Promise.all(
    scripts.map((script) => findScriptFinding(script, address, fetchScript)),
  );
  return [
    ...findHeaderFindings(sent, html),
    ...findPolicyFindings(sent, address),
    ...findTransportFindings(sent, address),
    ...findScriptFindings.flat(),
    ...findForeignParts(html, address),
  ];
}

function findHeaderFindings(sent: Headers, html: string): string[] {
  const wrong = Object.entries(headers).filter(([name, value]) => sent.get(name) !== value);
  const placeholder = /<meta\b[^>]*http-equiv/i.test(html) ? ['a meta element replaces a header'] : [];
  return [...wrong.map(([name]) => `the header ${name} is missing or different`), ...placeholder];
}

function findTransportFindings(sent: Headers, address: string): string[] {
  return address.startsWith('https:') && !sent.has('strict-transport-security')
    ? ['the header strict-transport-security is missing']
    : [];
}

/**
 * Compared directive by directive: browsers use the first of two directives with the same name, and an
 * additional one can allow what another forbids.
 */
function findPolicyFindings(sent: Headers, address: string): string[] {
  const lines = (sent.get('content-security-policy') ?? '').split(';').map((line) => line.trim());
  const found = lines.filter(Boolean).map((line) =>
    line
      .replace(/'nonce-[\w+/=]+'/g, "'nonce'")
      .replace(/^report-uri \/\S*$/, 'report-uri')
      .replace(new URL('/robots.txt', address).href, '/robots.txt'),
  );
  const missing = policy
    .filter((line) => !found.includes(line))
    .map((line) => `the content security policy lacks ${line}`);
  const added = found
    .filter((line, index) => !policy.includes(line) || found.indexOf(line) !== index)
    .map((line) => `the content security policy has the unexpected ${line.slice(0, 200)}`);
  return [...missing, ...added];
}

type Script = { src?: string; integrity?: string; text: string };

async function findScriptFinding(
  { src, integrity, text }: Script,
  address: string,
  fetchScript: FetchedPage['fetchScript'],
): Promise<string[]> {
  if (!src)
    return [
      `the page contains an inline script (SHA-256 ${createHash('sha256').update(text).digest('hex').slice(0, 16)})`,
    ];
  const url = parseUrl(src, address);
  if (!url) return [`the script ${src.slice(0, 200)} is not in the inventory`];
  const wanted = checkoutScripts.map(({ sha256 }) => `sha256-${sha256}`);
  if (!integrity || !wanted.includes(integrity))
    return [`the script ${url.origin}${url.pathname} is not in the inventory`];
  const bytes = await fetchScript(url.href).catch(() => undefined);
  if (!bytes) return [`the script ${url.origin}${url.pathname} can’t be fetched`];
  const found = createHash('sha256').update(bytes).digest('base64');
  return wanted.includes(`sha256-${found}`)
    ? []
    : [`the script ${url.origin}${url.pathname} doesn’t match the inventory`];
}

/** Every other host that the page would load from or send to. Links may lead anywhere. */
function findForeignParts(html: string, address: string): string[] {
  const { origin } = new URL(address);
  const parts = [...html.matchAll(/<(?!a\b)(\w+)\b([^>]*)>/gi)].flatMap(([, element, attributes]) => {
    const { src, href, action } = attributesOf(attributes!);
    const elsewhere = [src, href, action]
      .map((target) => (target && parseUrl(target, address)?.origin) || origin)
      .filter((place) => place !== origin);
    return elsewhere.map((place) => `${element} ${place}`);
  });
  return [...new Set(parts)].map((part) => `the page connects to another host (${part})`);
}

function attributesOf(text: string): Record<string, string | undefined> {
  return Object.fromEntries(
    [...text.matchAll(/(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(
      ([, name, a, b, c]) => [name!.toLowerCase(), a ?? b ?? c],
    ),
  );
}
