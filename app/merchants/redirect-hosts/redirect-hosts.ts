import { recordAudit } from '~/audit/audit';
import { notifyCredentialChange } from '~/merchants/credentials/credential-notifications';
import { lockAccount } from '~/platform/database/account-lock.server';
import { containsCardNumber } from '~/platform/cards/card-numbers';
import { prisma } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { parseUrl } from '~/platform/http/parse-url';

// The hosts that payers can be redirected to in live (threat T10), so that a stolen secret can't redirect
// them elsewhere.

export const maxRedirectHosts = 50;

const maxAddressLength = 2048;
const hostLabelPattern = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const hostNamePattern = new RegExp(`^(?=.{1,253}$)(?:${hostLabelPattern}\\.)+${hostLabelPattern}$`);

type RedirectHostFault = 'missing' | 'not_https' | 'user_name' | 'wildcard' | 'ip_address' | 'not_a_host';

/**
 * The host in a person's input, which can be a host or a URL. Parsed by the browser's rules, like redirect
 * URLs.
 */
export function parseRedirectHost(input: string): { host: string } | RedirectHostFault {
  const text = input.trim();
  if (!text) return 'missing';
  if (text.length > maxAddressLength || /[\p{Cc}\s\\]/u.test(text) || containsCardNumber(text))
    return 'not_a_host';
  const [, scheme, address] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#].*)$/i.exec(text) ?? [];
  if (!address) return 'not_a_host';
  if (scheme && scheme.toLowerCase() !== 'https') return 'not_https';
  if (/^[^/?#]*@/.test(address)) return 'user_name';
  if (/^[^/?#]*\*/.test(address)) return 'wildcard';
  const url = parseUrl(`https://${address}`);
  if (!url) return 'not_a_host';
  if (/^(\[.*|\d+(\.\d+){3}\.?)$/.test(url.hostname)) return 'ip_address';
  const host = toListedHost(url);
  return hostNamePattern.test(host.replace(/:\d+$/, '')) ? { host } : 'not_a_host';
}

/**
 * The stored form: lowercase, Punycode, and with the port if it isn't 443. `shop.example.` is the same host.
 */
function toListedHost({ host }: URL): string {
  return host.replace(/\.(?=:|$)/, '');
}

export function listRedirectHosts(accountId: string) {
  return prisma.redirectHost.findMany({
    where: { accountId },
    orderBy: { host: 'asc' },
    select: { host: true, createdAt: true },
  });
}

/** Adds a host, and notifies the team of a live account. A listed one stays as it is. */
export async function addRedirectHost(input: {
  accountId: string;
  hostInput: string;
  createdBy: string;
  address?: string;
}): Promise<{ host: string } | RedirectHostFault | 'too_many_hosts'> {
  const { accountId, hostInput, createdBy, address } = input;
  const parsedHost = parseRedirectHost(hostInput);
  if (typeof parsedHost === 'string') return parsedHost;
  return prisma.$transaction(async (db) => {
    // One at a time per account, so that a double-click doesn't exceed the limit.
    await lockAccount(db, accountId);
    const others = await db.redirectHost.count({ where: { accountId, NOT: parsedHost } });
    if (others >= maxRedirectHosts) return 'too_many_hosts';
    const { count } = await db.redirectHost.createMany({
      data: { accountId, ...parsedHost, createdBy },
      skipDuplicates: true,
    });
    if (!count) return parsedHost;
    await recordAudit(db, {
      actor: `portal:${createdBy}`,
      action: 'redirect_host_added',
      accountId,
      subject: parsedHost.host,
      before: { host: null },
      after: { host: parsedHost.host },
      address,
    });
    const { mode } = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { mode: true } });
    if (mode === 'live')
      await notifyCredentialChange(db, {
        accountId,
        environment: 'live',
        userId: createdBy,
        change: 'redirect_host_added',
        subject: parsedHost.host,
      });
    return parsedHost;
  });
}

/** New intents can no longer redirect there. Existing ones keep their URLs. */
export async function removeRedirectHost({
  accountId,
  host,
  removedBy,
  address,
}: {
  accountId: string;
  host: string;
  removedBy: string;
  address?: string;
}): Promise<void> {
  // PostgreSQL can't store zero bytes in text.
  const listed = { accountId, host: host.replaceAll('\0', '') };
  await prisma.$transaction(async (db) => {
    const { count } = await db.redirectHost.deleteMany({ where: listed });
    if (count)
      await recordAudit(db, {
        actor: `portal:${removedBy}`,
        action: 'redirect_host_removed',
        accountId,
        subject: listed.host,
        before: { host: listed.host },
        after: { host: null },
        address,
      });
  });
}

export async function isRedirectHostListed({
  accountId,
  address,
}: {
  accountId: string;
  address: URL;
}): Promise<boolean> {
  return (
    (await prisma.redirectHost.findUnique({
      where: { accountId_host: { accountId, host: toListedHost(address) } },
    })) !== null
  );
}

/** In live, a payer is sent only to hosts that the merchant has listed (threat T10). */
export const isRedirectAllowed = async (
  { accountId, environment }: { accountId: string; environment: Environment },
  redirectUrl: string | undefined,
): Promise<boolean> =>
  redirectUrl === undefined ||
  environment !== 'live' ||
  (await isRedirectHostListed({ accountId, address: new URL(redirectUrl) }));
