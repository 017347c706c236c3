import { prisma } from '~/platform/database/db.server';

type SecretUse = { requests: number; at: number; address: string };

/** Uses since the last write, by secret. */
let pendingSecretUses = new Map<string, SecretUse>();

/**
 * Records the use of a secret's token in memory, at no cost on the payment path. Written every ten seconds,
 * so a killed process loses that much.
 */
export function recordSecretUse(secretId: string, address: string): void {
  const use = pendingSecretUses.get(secretId);
  if (!use) return void pendingSecretUses.set(secretId, { requests: 1, at: Date.now(), address });
  use.requests++;
  use.at = Date.now();
  use.address = address;
}

/**
 * Writes the recorded uses: the number of requests per secret, and the last one's time and address. Called by
 * a timer and before the process ends.
 */
export async function writeSecretUses(): Promise<void> {
  const uses = [...pendingSecretUses];
  pendingSecretUses = new Map();
  if (!uses.length) return;
  const column = <T>(read: (use: SecretUse) => T) => uses.map(([, use]) => read(use));
  await prisma.$executeRaw`
    update api_secrets set requests = requests + use.times, last_used_at = greatest(last_used_at, use.at), last_address = coalesce(nullif(use.address, ''), last_address)
    from unnest(${uses.map(([id]) => id)}::text[], ${column(({ requests }) => requests)}::int[], ${column(({ at }) => new Date(at))}::timestamptz[], ${column(({ address }) => address)}::text[]) as use (id, times, at, address)
    where api_secrets.id = use.id`;
}
