import type { Anchor } from '../../app/audit/anchor-signature';
import type { BrokenChain } from '../../app/audit/chain';
import {
  acceptRestoredChain,
  listChainAccounts,
  listChains,
  verifyAgainstAnchor,
  verifyAndRecordChain,
} from '../../app/audit/chain-verification';
import { closeDatabase } from '../../app/platform/database/db.server';
import { isId } from '../../app/platform/ids';
import { prepareDatabase } from '../../app/startup';

/** The output, and whether everything is intact: the exit code for scheduled runs. */
type CommandResult = { text: string; isIntact: boolean };

/**
 * Runs a command line.
 * @returns undefined for an unknown command
 */
export async function runAuditCommand(
  commandArguments: readonly string[],
): Promise<CommandResult | undefined> {
  const work = findCommand(commandArguments);
  if (!work) return undefined;
  await prepareDatabase();
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}

function findCommand([verb, accountId, sequence, hash]: readonly string[]):
  (() => Promise<CommandResult>) | undefined {
  if (verb === 'heads' && !accountId) return listHeads;
  if (verb === 'accept-restore' && !accountId) return acceptRestore;
  if (verb !== 'verify') return undefined;
  if (!accountId) return verifyAll;
  if (!isId('acc', accountId)) return undefined;
  if (!sequence) return () => verifyOne(accountId);
  return /^\d{1,18}$/.test(sequence) && /^[0-9a-f]{64}$/.test(hash ?? '')
    ? () => verifyKnownAnchor(accountId, { sequence: BigInt(sequence), hash: hash! })
    : undefined;
}

async function listHeads(): Promise<CommandResult> {
  const lines = (await listChains()).map(
    ({ accountId, sequence, hash }) => `${formatAccountName(accountId)}  ${sequence}  ${hash}`,
  );
  return { text: lines.join('\n') || 'The audit log is empty.', isIntact: true };
}

async function verifyAll(): Promise<CommandResult> {
  const accountIds = await listChainAccounts();
  if (!accountIds.length) return { text: 'The audit log is empty.', isIntact: false };
  const results: CommandResult[] = [];
  for (const accountId of accountIds) results.push(await verifyOne(accountId));
  const broken = results.filter(({ isIntact }) => !isIntact);
  return {
    text: [
      ...broken.map(({ text }) => text),
      `${accountIds.length} ${accountIds.length === 1 ? 'chain' : 'chains'} verified, ${broken.length} broken.`,
    ].join('\n'),
    isIntact: !broken.length,
  };
}

async function acceptRestore(): Promise<CommandResult> {
  const lines: string[] = [];
  let isIntact = true;
  for (const accountId of await listChainAccounts()) {
    const result = await acceptRestoredChain(accountId);
    if (result === 'accepted')
      lines.push(`${formatAccountName(accountId)}: accepted without its latest entries.`);
    else if (result !== 'nothing_lost') {
      isIntact = false;
      lines.push(describeChain(accountId, result).text);
    }
  }
  return { text: lines.join('\n') || 'No chain lost an entry.', isIntact };
}

async function verifyOne(accountId: string): Promise<CommandResult> {
  return describeChain(accountId, await verifyAndRecordChain(accountId));
}

async function verifyKnownAnchor(accountId: string, anchor: Anchor): Promise<CommandResult> {
  return describeChain(accountId, await verifyAgainstAnchor(accountId, anchor));
}

const errorMessages: Record<BrokenChain['fault'], string> = {
  changed: 'was changed after it was written',
  entry_missing: 'was deleted',
  link_missing: 'was deleted together with its link in the chain',
  unchained: 'was inserted without a link in the chain',
  end_differs: 'is not the recorded end of the chain',
  anchor_differs: 'differs from the anchor: the chain was rewritten up to here',
  anchor_forged: 'has an anchor that was not signed with this installation’s SECRET_KEY',
};

function describeChain(accountId: string, found: Anchor | BrokenChain | null): CommandResult {
  if (!found) return { text: `${formatAccountName(accountId)}: stopped.`, isIntact: false };
  if (!('fault' in found))
    return {
      text: `${formatAccountName(accountId)}: unbroken, ${found.sequence} entries, ends with ${found.hash}.`,
      isIntact: true,
    };
  const entry = [
    found.sequence !== null && `number ${found.sequence}`,
    found.entryId !== null && `row ${found.entryId} of audit_entries`,
  ]
    .filter(Boolean)
    .join(', ');
  return {
    text: `${formatAccountName(accountId)}: broken. Entry ${entry} ${errorMessages[found.fault]}.`,
    isIntact: false,
  };
}

function formatAccountName(accountId: string): string {
  return accountId || '(no account)';
}
