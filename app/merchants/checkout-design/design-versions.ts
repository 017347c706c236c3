import { recordAudit, type AuditAction, type AuditValues } from '~/audit/audit';
import { findUserNames } from '~/identity/users/user-names';
import { lockAccount } from '~/platform/database/account-lock.server';
import { prisma, type Database } from '~/platform/database/db.server';
import type { Environment } from '~/platform/environment';
import { createId, isId } from '~/platform/ids';
import type { CheckoutDesign as Row, Prisma } from '~/platform/prisma/client';
import { defineStatement } from '~/platform/database/statement.server';
import { defaultDesign, findDifferingDesignFields, type CheckoutDesign } from './checkout-design';
import { checkoutDesignSchema, parseDesign } from './design-schema';
import { isDesignReadable } from './checkout-theme';

type DesignScope = { accountId: string; environment: Environment };

/**
 * A change by a person who has seen a `revision`. If two people edit at once, the second gets `changed`
 * instead of overwriting the first.
 */
type DesignEdit = DesignScope & { revision: string; by: string; address?: string };

/** Payers wait for this query, so it's prepared. */
const findPublished = defineStatement<DesignScope, { id: string; design: unknown }>(
  'find-published-design',
  'select id, design from checkout_designs where account_id = :accountId and environment = :environment and number is not null order by number desc limit 1',
);

/** The published design. */
export async function findPublishedDesign({ accountId, environment }: DesignScope): Promise<CheckoutDesign> {
  if (!isId('acc', accountId)) return defaultDesign;
  const [row] = await findPublished({ accountId, environment });
  if (!row) return defaultDesign;
  const cached = publishedDesignCache.get(row.id);
  if (cached) return cached;
  if (publishedDesignCache.size >= 1_000) publishedDesignCache.clear();
  const design = parseDesign(row.design);
  publishedDesignCache.set(row.id, design);
  return design;
}

/** Published versions never change, so they're cached. */
const publishedDesignCache = new Map<string, CheckoutDesign>();

/**
 * The draft and the published design, null when there's none, and the revision that the next change has to
 * name.
 */
export async function retrieveDesigns(scope: DesignScope) {
  const { draft, published, revision } = await findCurrent(prisma, scope);
  const nameOf = await findMemberNames([draft?.savedBy, published?.publishedBy]);
  return {
    draft: draft && {
      design: parseDesign(draft.design),
      savedBy: nameOf(draft.savedBy),
      savedAt: draft.savedAt,
    },
    published: published && {
      design: parseDesign(published.design),
      number: published.number!,
      publishedBy: nameOf(published.publishedBy),
      publishedAt: published.publishedAt!,
    },
    revision,
  };
}

/** Saves a draft. */
export function saveDesignDraft({
  design,
  ...change
}: DesignEdit & { design: CheckoutDesign }): Promise<{ revision: string } | 'changed'> {
  return withCurrentDesigns(change, async (db, { draft, published }) => {
    const saved = await writeDraft(db, change, draft, design);
    await recordDesignAudit(db, change, 'checkout_design_saved', {
      subject: saved.revision,
      ...toAuditChange(draft ?? published, design),
    });
    return saved;
  });
}

export function discardDesignDraft(change: DesignEdit): Promise<'discarded' | 'changed'> {
  return withCurrentDesigns<'discarded'>(change, async (db, { draft }) => {
    if (draft) {
      await db.checkoutDesign.delete({ where: { id: draft.id } });
      await recordDesignAudit(db, change, 'checkout_design_discarded', { subject: draft.id });
    }
    return 'discarded';
  });
}

/**
 * Publishes the draft. `no_draft`: this revision has been published already, for example by the first of two clicks.
 * `unreadable`: the button text would be unreadable.
 */
export function publishDesignDraft(
  change: DesignEdit,
): Promise<{ number: number } | 'no_draft' | 'unreadable' | 'changed'> {
  return withCurrentDesigns(change, async (db, { draft, published }) => {
    if (!draft) return 'no_draft';
    if (!isDesignReadable(parseDesign(draft.design))) return 'unreadable';
    const number = (published?.number ?? 0) + 1;
    await db.checkoutDesign.update({
      where: { id: draft.id },
      data: { number, publishedBy: change.by, publishedAt: new Date() },
    });
    await recordDesignAudit(db, change, 'checkout_design_published', {
      subject: draft.id,
      number,
      ...toAuditChange(published, parseDesign(draft.design)),
    });
    return { number };
  });
}

type PublishedDesign = { number: number; design: CheckoutDesign; publishedBy: string; publishedAt: Date };

/** How many versions a page of the history has. */
export const listedDesigns = 100;

/**
 * The published versions before a number, newest first: those of a page, and the one that the last of them is compared with.
 * Without a number, from the newest.
 */
export async function listPublishedDesigns({
  accountId,
  environment,
  before,
}: DesignScope & { before?: number }): Promise<PublishedDesign[]> {
  const rows = await prisma.checkoutDesign.findMany({
    where: { accountId, environment, number: { not: null, lt: before } },
    orderBy: { number: 'desc' },
    take: listedDesigns + 1,
  });
  const nameOf = await findMemberNames(rows.map(({ publishedBy }) => publishedBy));
  return rows.map(({ number, design, publishedBy, publishedAt }) => ({
    number: number!,
    design: parseDesign(design),
    publishedBy: nameOf(publishedBy),
    publishedAt: publishedAt!,
  }));
}

/** Restores a published version as the draft. */
export function restoreDesign({
  number,
  ...change
}: DesignEdit & { number: number }): Promise<{ revision: string } | 'unknown' | 'changed'> {
  const { accountId, environment } = change;
  return withCurrentDesigns(change, async (db, { draft }) => {
    const previousDesign = await db.checkoutDesign.findUnique({
      where: { accountId_environment_number: { accountId, environment, number } },
    });
    if (!previousDesign) return 'unknown';
    await recordDesignAudit(db, change, 'checkout_design_restored', { subject: previousDesign.id, number });
    return writeDraft(db, change, draft, parseDesign(previousDesign.design));
  });
}

/**
 * Copies the published test design to the live draft, to be reviewed and published there.
 * @param change its revision is that of live
 */
export function copyDesignToLive(
  change: Omit<DesignEdit, 'environment'>,
): Promise<{ revision: string } | 'not_live' | 'nothing_published' | 'changed'> {
  const { accountId } = change;
  return withCurrentDesigns({ ...change, environment: 'live' }, async (db, { draft }) => {
    const { mode } = await db.account.findUniqueOrThrow({ where: { id: accountId }, select: { mode: true } });
    if (mode !== 'live') return 'not_live';
    const { published } = await findCurrent(db, { accountId, environment: 'test' });
    if (!published) return 'nothing_published';
    const liveEdit = { ...change, environment: 'live' as const };
    await recordDesignAudit(db, liveEdit, 'checkout_design_copied', {
      subject: published.id,
      number: published.number!,
    });
    return writeDraft(db, liveEdit, draft, parseDesign(published.design));
  });
}

type CurrentDesigns = { draft: Row | null; published: Row | null; revision: string };

async function findCurrent(db: Database, { accountId, environment }: DesignScope): Promise<CurrentDesigns> {
  const [first, second] = await db.checkoutDesign.findMany({
    where: { accountId, environment },
    orderBy: { number: { sort: 'desc', nulls: 'first' } },
    take: 2,
  });
  const [draft, published] = first?.number === null ? [first, second] : [null, first];
  return { draft, published: published ?? null, revision: (draft ?? published)?.id ?? '' };
}

function withCurrentDesigns<R>(
  change: DesignEdit,
  work: (db: Prisma.TransactionClient, current: CurrentDesigns) => Promise<R>,
): Promise<R | 'changed'> {
  return prisma.$transaction(async (db) => {
    // One at a time per account.
    await lockAccount(db, change.accountId);
    const current = await findCurrent(db, change);
    return current.revision === change.revision ? work(db, current) : 'changed';
  });
}

async function writeDraft(
  db: Prisma.TransactionClient,
  { accountId, environment, by }: DesignEdit,
  previousDesign: Row | null,
  input: CheckoutDesign,
): Promise<{ revision: string }> {
  const design = checkoutDesignSchema.parse(input);
  const { logoId } = design;
  if (
    logoId &&
    !(await db.checkoutLogo.findFirst({ where: { id: logoId, accountId }, select: { id: true } }))
  )
    throw new Error('a design names a logo that is not its account’s');
  if (previousDesign) await db.checkoutDesign.delete({ where: { id: previousDesign.id } });
  const { id } = await db.checkoutDesign.create({
    data: { id: createId('dsg'), accountId, environment, design, savedBy: by },
  });
  return { revision: id };
}

type DesignAuditDetails = { subject: string; number?: number; before?: AuditValues; after?: AuditValues };

/** The differences from the previous design, or from the default. */
function toAuditChange(
  previousDesign: Row | null,
  design: CheckoutDesign,
): Pick<DesignAuditDetails, 'before' | 'after'> {
  const before = previousDesign ? parseDesign(previousDesign.design) : defaultDesign;
  const fields = findDifferingDesignFields(before, design);
  const values = (of: CheckoutDesign): AuditValues =>
    Object.fromEntries(fields.map((field) => [field, of[field]]));
  return { before: values(before), after: values(design) };
}

function recordDesignAudit(
  db: Database,
  { accountId, environment, by, address }: DesignEdit,
  action: AuditAction,
  { subject, number, ...change }: DesignAuditDetails,
): Promise<void> {
  return recordAudit(db, {
    actor: `portal:${by}`,
    action,
    accountId,
    subject,
    address,
    details: { environment, ...(number && { number }) },
    ...change,
  });
}

async function findMemberNames(
  ids: readonly (string | null | undefined)[],
): Promise<(id: string | null) => string> {
  const names = await findUserNames(ids);
  return (id) => names.get(id ?? '') ?? 'A former member';
}
