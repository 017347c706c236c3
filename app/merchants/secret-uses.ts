import { prisma } from '~/platform/db.server';

type Use = { requests: number; at: number; address: string };

/** Uses since the last write, by secret. */
let used = new Map<string, Use>();

/** Notes that a token of a secret opened the API. Costs nothing on the way of a payment: written every ten seconds, so a process that is killed forgets as much. */
export function noteSecretUse(secretId: string, address: string): void {
  const use = used.get(secretId);
  if (!use) return void used.set(secretId, { requests: 1, at: Date.now(), address });
  use.requests++;
  use.at = Date.now();
  use.address = address;
}

/** Writes what was noted: how many requests each secret's tokens made, when the last one came and from where. Called by a timer, and before the process ends. */
export async function writeSecretUses(): Promise<void> {
  const uses = [...used];
  used = new Map();
  if (!uses.length) return;
  const column = <T>(read: (use: Use) => T) => uses.map(([, use]) => read(use));
  await prisma.$executeRaw`
    update api_secrets set requests = requests + use.times, last_used_at = greatest(last_used_at, use.at), last_address = coalesce(nullif(use.address, ''), last_address)
    from unnest(${uses.map(([id]) => id)}::text[], ${column(({ requests }) => requests)}::int[], ${column(({ at }) => new Date(at))}::timestamptz[], ${column(({ address }) => address)}::text[]) as use (id, times, at, address)
    where api_secrets.id = use.id`;
}
