import { createHash } from 'node:crypto';
import { checkoutScripts } from './checkout-scripts';

export type FetchedPage = { address: string; status: number; headers: Headers; html: string; fetchScript: (url: string) => Promise<Buffer> };

/** What has to stand in the page's headers. Said here once more, on purpose: a change where they are set is noticed here. */
const policy = ["default-src 'none'", "style-src 'self'", "img-src 'self'", "font-src 'self'", "connect-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"];
const headers: Record<string, string> = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin', 'referrer-policy': 'same-origin' };

/** All in which a payment page differs from what we mean to send, in words for staff; none when nothing does. */
export async function findPageFaults({ address, status, headers: sent, html, fetchScript }: FetchedPage): Promise<string[]> {
  if (status !== 200 && status !== 404 && status !== 410) return [`the page answers with status ${status}`];
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script/gi)].map(([, attributes = '', text = '']) => ({ ...attributesOf(attributes), text }));
  const scriptFaults = await Promise.all(scripts.map((script) => faultOfScript(script, address, fetchScript)));
  return [...headerFaults(sent, html), ...scriptFaults.flat(), ...foreignParts(html, address)];
}

function headerFaults(sent: Headers, html: string): string[] {
  const missing = Object.entries(headers).filter(([name, value]) => sent.get(name) !== value);
  const directives = (sent.get('content-security-policy') ?? '').split(';').map((directive) => directive.trim());
  const weak = policy.filter((wanted) => !directives.some((directive) => directive === wanted || (wanted.startsWith('style-src') && /^style-src 'self' 'nonce-[\w+/=]+'$/.test(directive))));
  const [, nonce] = directives.map((directive) => /^script-src 'nonce-([\w+/=]+)' 'strict-dynamic'$/.exec(directive)).find(Boolean) ?? [];
  return [
    ...missing.map(([name]) => `the header ${name} is missing or another`),
    ...weak.map((directive) => `the content security policy lacks ${directive}`),
    ...(nonce ? [] : ['the content security policy lets other scripts run']),
    ...(/<meta\b[^>]*http-equiv/i.test(html) ? ['a meta element stands in for a header'] : []),
  ];
}

type Script = { src?: string; integrity?: string; text: string };

async function faultOfScript({ src, integrity, text }: Script, address: string, fetchScript: FetchedPage['fetchScript']): Promise<string[]> {
  if (!src) return [`a script stands in the page itself (SHA-256 ${createHash('sha256').update(text).digest('hex').slice(0, 16)})`];
  const url = new URL(src, address);
  const wanted = checkoutScripts.map(({ sha256 }) => `sha256-${sha256}`);
  if (!integrity || !wanted.includes(integrity)) return [`the script ${url.origin}${url.pathname} is not in the inventory`];
  const found = createHash('sha256').update(await fetchScript(url.href)).digest('base64');
  return wanted.includes(`sha256-${found}`) ? [] : [`the script ${url.origin}${url.pathname} is not what the inventory holds`];
}

/** Whatever the page would load from, or send to, a host that is not its own. Links may lead anywhere. */
function foreignParts(html: string, address: string): string[] {
  const { origin } = new URL(address);
  const parts = [...html.matchAll(/<(?!a\b)(\w+)\b([^>]*)>/gi)].flatMap(([, element = '', attributes = '']) => {
    const { src, href, action } = attributesOf(attributes);
    return [src, href, action].flatMap((target) => (target && URL.canParse(target, address) && new URL(target, address).origin !== origin ? [`${element} ${new URL(target, address).origin}`] : []));
  });
  return [...new Set(parts)].map((part) => `the page reaches out to another host (${part})`);
}

function attributesOf(text: string): Record<string, string | undefined> {
  return Object.fromEntries([...text.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g)].map(([, name = '', a, b, c]) => [name.toLowerCase(), a ?? b ?? c]));
}
