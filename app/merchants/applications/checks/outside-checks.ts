import { log } from '~/platform/observability/log';
import { prisma, type Database } from '~/platform/database/db.server';
import type { SealedColumn } from '~/platform/secrets/reencryption.server';
import { seal, unsealOrThrow } from '~/platform/secrets/secrets.server';
import type { Application } from '~/merchants/applications/applications';
import { findSubmittedContents } from '~/merchants/applications/answers/submitted-contents';
import type { OutsideCheck, OutsideCheckResult } from './outside-check';
import { createSanctionsCheck } from './sanctions-check';
import { websiteCheck } from './website-check';

export const outsideChecks: readonly OutsideCheck[] = [createSanctionsCheck(), websiteCheck];

type CheckKind = OutsideCheck['kind'];

/** An unavailable source is asked again after this time. */
const retrySeconds = 60;
const batchSize = 20;

/**
 * Checks submitted applications that no reviewer has decided on against a source, if it's set up. Called by a timer of its own
 * for each, so that slow websites don't delay the comparison with the sanctions list. The network is used outside of
 * transactions, and a check that two processes do at once has one result.
 */
export async function runOutsideCheck(
  check: OutsideCheck,
  stopping: AbortSignal = new AbortController().signal,
): Promise<void> {
  const version = await check.findVersion();
  if (version === null) return;
  for (const application of await listUnchecked(check, version)) {
    if (stopping.aborted) return;
    // A failed check must not block the others.
    await runCheck(check, version, application, stopping).catch((error: unknown) =>
      log.error('checking an application', error, { applicationId: application.id, code: check.kind }),
    );
  }
}

function listUnchecked(
  { kind, repeatSeconds }: OutsideCheck,
  version: string,
): Promise<Pick<Application, 'id' | 'round'>[]> {
  return prisma.$queryRaw`
    select a.id, a.round from applications a
    join application_submissions s on s.application_id = a.id and s.round = a.round
    left join application_checks c on c.application_id = a.id and c.round = a.round and c.kind = ${kind}
    where a.state in ('SUBMITTED', 'IN_REVIEW') and (
      c.kind is null
      or c.version <> ${version}
      or c.result = 'unavailable' and c.checked_at < now() - ${retrySeconds} * interval '1 second'
      or c.result = 'attention' and c.checked_at < now() - ${repeatSeconds ?? null}::int * interval '1 second')
    order by a.submitted_at limit ${batchSize}`;
}

async function runCheck(
  { kind, run }: OutsideCheck,
  version: string,
  application: Pick<Application, 'id' | 'round'>,
  stopping: AbortSignal,
): Promise<void> {
  const { id: applicationId, round } = application;
  const contents = await findSubmittedContents(application, round);
  const outcome = await run(contents!, stopping);
  const found = outcome === 'unavailable' ? noFindings : { ...noFindings, ...outcome };
  const needsAttention =
    found.matches.length > 0 || found.findings.some(({ result }) => result === 'attention');
  const data = {
    result: outcome === 'unavailable' ? outcome : needsAttention ? 'attention' : 'passed',
    version,
    sealed: seal(toPurpose(applicationId, round, kind), JSON.stringify(found)),
    checkedAt: new Date(),
  };
  await prisma.applicationCheck.upsert({
    where: { applicationId_round_kind: { applicationId, round, kind } },
    create: { applicationId, round, kind, ...data },
    update: data,
  });
}

type Findings = Required<Exclude<OutsideCheckResult, 'unavailable'>>;

const noFindings: Findings = { findings: [], matches: [] };

export type StoredCheck = Findings & {
  kind: CheckKind;
  result: 'passed' | 'attention' | 'unavailable';
  /** Of the source. */
  version: string;
  checkedAt: Date;
};

/** The results of an application's current round. A check without one hasn't run yet, or isn't set up. */
export async function listStoredChecks(
  { id, round }: Pick<Application, 'id' | 'round'>,
  db: Database = prisma,
): Promise<StoredCheck[]> {
  const rows = await db.applicationCheck.findMany({ where: { applicationId: id, round } });
  return rows.map(({ kind, result, version, checkedAt, sealed }) => {
    return {
      ...(JSON.parse(unsealOrThrow(toPurpose(id, round, kind), sealed)) as Findings),
      kind: kind as CheckKind,
      result: result as StoredCheck['result'],
      version,
      checkedAt,
    };
  });
}

/** Which of these applications resemble an entry of a sanctions list. */
export async function findIdsWithMatches(ids: readonly string[]): Promise<Set<string>> {
  const found = await prisma.$queryRaw<{ id: string }[]>`
    select a.id from applications a
    join application_checks c on c.application_id = a.id and c.round = a.round
    where a.id = any(${ids}) and c.kind = 'sanctions' and c.result = 'attention'`;
  return new Set(found.map(({ id }) => id));
}

const toPurpose = (applicationId: string, round: number | string, kind: string) =>
  `application-check/${applicationId}/${round}/${kind}`;

/** Names and what lists say about them are personal data. */
export const sealedApplicationChecks: SealedColumn = {
  label: 'checks of applications',
  table: 'application_checks',
  keys: ['application_id', 'round', 'kind'],
  value: 'sealed',
  assignment: 'sealed = $1',
  purpose: toPurpose as SealedColumn['purpose'],
};
