import { recordAudit } from '~/audit/audit';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { ownerPrisma } from './database-owner';

/** An account with this many log entries, and their IDs in order. */
export async function buildAuditLog(entries = 3) {
  const accountId = createId('acc');
  for (let i = 1; i <= entries; i++) await writeAuditEntry(accountId, i);
  return { accountId, ids: await listEntryIds(accountId) };
}

export const writeAuditEntry = (accountId: string, i: number) =>
  recordAudit(prisma, {
    actor: 'portal:usr_1',
    action: 'settings_changed',
    accountId,
    subject: `Größe ${i}`,
    details: { b: i, a: 'é\n"' },
    before: { hold_days: 7 },
    after: { hold_days: i },
    address: '192.0.2.7',
  });

export const listEntryIds = async (accountId: string) =>
  (await prisma.auditEntry.findMany({ where: { accountId }, orderBy: { id: 'asc' } })).map(({ id }) => id);
export const listLinks = (accountId: string) =>
  prisma.auditLink.findMany({ where: { accountId }, orderBy: { sequence: 'asc' } });

/** As the database owner, who can disable triggers. */
export async function rewriteAsOwner(
  table: 'audit_entries' | 'audit_links' | 'audit_chains' | 'audit_anchors',
  ...statements: string[]
) {
  await ownerPrisma.$transaction(async (db) => {
    await db.$executeRawUnsafe(`alter table ${table} disable trigger user`);
    for (const sql of statements) await db.$executeRawUnsafe(sql);
    await db.$executeRawUnsafe(`alter table ${table} enable trigger user`);
  });
}

/** Changes an entry and recomputes all hashes from it on, as someone who knows the algorithm would. */
export async function rewriteChain(accountId: string, id: bigint) {
  const later = (await listEntryIds(accountId)).filter((one) => one >= id);
  await rewriteAsOwner('audit_entries', `update audit_entries set address = '198.51.100.1' where id = ${id}`);
  await rewriteAsOwner('audit_links', `delete from audit_links where entry_id in (${later.join()})`);
  const last = (await listLinks(accountId)).at(-1);
  await ownerPrisma.auditChain.update({
    where: { accountId },
    data: { sequence: last?.sequence ?? 0, hash: last?.hash ?? '0'.repeat(64) },
  });
  for (const one of later)
    await ownerPrisma.$executeRawUnsafe(`select chain_audit_entry(e) from audit_entries e where id = ${one}`);
}

/** The entries of an audit log's page as text. */
export async function readAuditEntries(response: Response): Promise<string[]> {
  if (response.status !== 200) throw new Error(`the audit log responds ${response.status}`);
  const html = await response.text();
  const list = /<ol[^>]*>([\s\S]*?)<\/ol>/.exec(html)?.[1] ?? '';
  return list
    .split('<li')
    .slice(1)
    .map((entry) =>
      entry
        .replace(/^[^>]*>/, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    );
}
