import { verifyChain, type BrokenChain } from '../app/audit/chain';
import { checkChain, listChains } from '../app/audit/verification';
import { closeDatabase } from '../app/platform/db.server';
import { isId } from '../app/platform/ids';
import { prepareDatabase } from '../app/startup';

/** What to tell, and whether all is as it should be: the exit code for those who let a timer run it. */
type Told = { text: string; whole: boolean };

/** Does what was asked for in the shell. @returns undefined for what it does not know */
export async function runAuditCommand(given: readonly string[]): Promise<Told | undefined> {
  const work = workOf(given);
  if (!work) return undefined;
  await prepareDatabase();
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}

function workOf([verb, accountId, sequence, hash]: readonly string[]): (() => Promise<Told>) | undefined {
  if (verb === 'heads' && !accountId) return heads;
  if (verb !== 'verify') return undefined;
  if (!accountId) return verifyAll;
  if (!isId('acc', accountId)) return undefined;
  if (!sequence) return () => verifyOne(accountId);
  return /^\d{1,18}$/.test(sequence) && /^[0-9a-f]{64}$/.test(hash ?? '')
    ? () => verifyKept(accountId, { sequence: BigInt(sequence), hash: hash! })
    : undefined;
}

async function heads(): Promise<Told> {
  const lines = (await listChains()).map(
    ({ accountId, sequence, hash }) => `${nameOf(accountId)}  ${sequence}  ${hash}`,
  );
  return { text: lines.join('\n') || 'Nothing was written down yet.', whole: true };
}

async function verifyAll(): Promise<Told> {
  const chains = await listChains();
  const told: Told[] = [];
  for (const { accountId } of chains) told.push(await verifyOne(accountId));
  const broken = told.filter(({ whole }) => !whole);
  return {
    text: [...broken.map(({ text }) => text), `${chains.length} chains read, ${broken.length} broken.`].join(
      '\n',
    ),
    whole: !broken.length,
  };
}

async function verifyOne(accountId: string): Promise<Told> {
  return tell(accountId, await checkChain(accountId));
}

async function verifyKept(accountId: string, kept: { sequence: bigint; hash: string }): Promise<Told> {
  return tell(accountId, await verifyChain(accountId, { kept }));
}

const words: Record<BrokenChain['fault'], string> = {
  changed: 'was changed after it was written',
  entry_missing: 'was deleted',
  link_missing: 'was deleted together with its place in the chain',
  unchained: 'got in without a place in the chain',
  end_differs: 'is not the end that the chain had',
  anchor_differs: 'differs from the anchor: the chain was written anew up to here',
};

function tell(accountId: string, found: Awaited<ReturnType<typeof verifyChain>>): Told {
  if (!found) return { text: `${nameOf(accountId)}: stopped.`, whole: false };
  if (!('fault' in found))
    return {
      text: `${nameOf(accountId)}: unbroken, ${found.sequence} entries, ends with ${found.hash}.`,
      whole: true,
    };
  const entry = [
    found.sequence !== null && `number ${found.sequence}`,
    found.entryId !== null && `row ${found.entryId} of audit_entries`,
  ]
    .filter(Boolean)
    .join(', ');
  return { text: `${nameOf(accountId)}: broken. Entry ${entry} ${words[found.fault]}.`, whole: false };
}

function nameOf(accountId: string): string {
  return accountId || '(no account)';
}
