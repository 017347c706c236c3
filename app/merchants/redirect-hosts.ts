import { recordAudit } from '~/audit/audit';
import { lockAccount } from '~/platform/account-lock.server';
import { holdsCardNumber } from '~/platform/card-numbers';
import { prisma } from '~/platform/db.server';
import { parseUrl } from '~/platform/parse-url';

// The hosts that payers may be sent to in live (threat T10): whoever has a merchant's secret cannot send them elsewhere.

export const maximumHosts = 50;

const longestAddress = 2048;
const label = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?';
const hostName = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+${label}$`);

type HostFault = 'missing' | 'not_https' | 'user_name' | 'wildcard' | 'ip_address' | 'not_a_host';

/** The host a person means who types it, or pastes an address of it. Read by the browser's own rules, as addresses are. */
export function readHost(typed: string): { host: string } | HostFault {
  const text = typed.trim();
  if (!text) return 'missing';
  if (text.length > longestAddress || /[\p{Cc}\s\\]/u.test(text) || holdsCardNumber(text))
    return 'not_a_host';
  const [, scheme, address] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/?#].*)$/i.exec(text) ?? [];
  if (!address) return 'not_a_host';
  if (scheme && scheme.toLowerCase() !== 'https') return 'not_https';
  if (/^[^/?#]*@/.test(address)) return 'user_name';
  if (/^[^/?#]*\*/.test(address)) return 'wildcard';
  const url = parseUrl(`https://${address}`);
  if (!url) return 'not_a_host';
  if (/^(\[.*|\d+(\.\d+){3}\.?)$/.test(url.hostname)) return 'ip_address';
  const host = hostOf(url);
  return hostName.test(host.replace(/:\d+$/, '')) ? { host } : 'not_a_host';
}

/** As it stands in the list: in small letters, punycode, with the port when it is not 443; `shop.example.` is the same host. */
function hostOf({ host }: URL): string {
  return host.replace(/\.(?=:|$)/, '');
}

export function listRedirectHosts(accountId: string) {
  return prisma.redirectHost.findMany({
    where: { accountId },
    orderBy: { host: 'asc' },
    select: { host: true, createdAt: true },
  });
}

/** Lists a host; one that is listed already stays as it is. */
export async function addRedirectHost(input: {
  accountId: string;
  typed: string;
  createdBy: string;
  address?: string;
}): Promise<{ host: string } | HostFault | 'too_many_hosts'> {
  const { accountId, typed, createdBy, address } = input;
  const read = readHost(typed);
  if (typeof read === 'string') return read;
  return prisma.$transaction(async (db) => {
    // One at a time per account, so that two clicks at once do not pass the limit.
    await lockAccount(db, accountId);
    const others = await db.redirectHost.count({ where: { accountId, NOT: read } });
    if (others >= maximumHosts) return 'too_many_hosts';
    const { count } = await db.redirectHost.createMany({
      data: { accountId, ...read, createdBy },
      skipDuplicates: true,
    });
    if (count)
      await recordAudit(db, {
        actor: `portal:${createdBy}`,
        action: 'redirect_host_listed',
        accountId,
        subject: read.host,
        before: { host: null },
        after: { host: read.host },
        address,
      });
    return read;
  });
}

/** From here on no new intent may lead there. Those already created keep their addresses. */
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
  // PostgreSQL has no text with a zero byte.
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

export async function isListed({
  accountId,
  address,
}: {
  accountId: string;
  address: URL;
}): Promise<boolean> {
  return (
    (await prisma.redirectHost.findUnique({
      where: { accountId_host: { accountId, host: hostOf(address) } },
    })) !== null
  );
}
