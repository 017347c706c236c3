import { utimesSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { buildApplication, soleOwner } from '../../../../tests/world/applications';
import { writeSanctionsList } from '../../../../tests/world/sanctions';
import { expectConsoleError } from '../../../../tests/setup/errors';
import { requireApplication } from '~/merchants/applications/applications';
import type { Answers } from '~/merchants/applications/questions/question';
import { prisma } from '~/platform/database/db.server';
import type { OutsideCheck, OutsideCheckResult } from './outside-check';
import { findIdsWithMatches, listStoredChecks, runOutsideCheck } from './outside-checks';
import { createSanctionsCheck } from './sanctions-check';
import { findScreeningObstacle } from './sanctions-match';
import { findScreening } from './sanctions-screening';

const finding = { itemKey: 'website', result: 'attention', text: 'The website doesn’t respond.' } as const;

/** A check of websites with these results, one after the other, and the last one again and again. */
function buildCheck(...results: (OutsideCheckResult | Error)[]) {
  const calls: Answers[] = [];
  const check: OutsideCheck = {
    kind: 'website',
    repeatSeconds: 3600,
    findVersion: async () => '1',
    async run({ answers }) {
      calls.push(answers);
      const result = results.length > 1 ? results.shift()! : results[0]!;
      if (result instanceof Error) throw result;
      return result;
    },
  };
  return { check, calls };
}

async function listResults(applicationId: string) {
  const checks = await listStoredChecks(await requireApplication({ id: applicationId }));
  return checks.map(({ kind, result, findings }) => ({ kind, result, findings }));
}

const run = (check: OutsideCheck) => runOutsideCheck(check);

/** Earlier tests' applications in the same database aren't checked anymore. */
beforeEach(async () => {
  await prisma.application.updateMany({
    where: { state: { in: ['SUBMITTED', 'IN_REVIEW'] } },
    data: { state: 'CHANGES_REQUESTED', reviewerId: null },
  });
});

const expireChecks = (applicationId: string) =>
  prisma.applicationCheck.updateMany({ where: { applicationId }, data: { checkedAt: new Date(0) } });

test('a submission is checked once, and its contents are given to the check', async () => {
  const { applicationId } = await buildApplication('SUBMITTED');
  const { check, calls } = buildCheck({ findings: [{ ...finding, result: 'passed' }] });
  await run(check);
  await expireChecks(applicationId);
  await run(check);
  const { answers } = await requireApplication({ id: applicationId });
  expect(calls).toEqual([answers]);
  expect(await listResults(applicationId)).toEqual([
    { kind: 'website', result: 'passed', findings: [{ ...finding, result: 'passed' }] },
  ]);
});

test('drafts and decided applications aren’t checked', async () => {
  const built = [await buildApplication(), await buildApplication('CHANGES_REQUESTED')];
  await run(buildCheck({ findings: [] }).check);
  for (const { applicationId } of built)
    expect(await prisma.applicationCheck.count({ where: { applicationId } })).toBe(0);
});

test('a finding is checked again after a while, and an unavailable source sooner', async () => {
  const { applicationId } = await buildApplication('SUBMITTED');
  await run(buildCheck('unavailable').check);
  expect(await listResults(applicationId)).toMatchObject([{ result: 'unavailable' }]);
  const { check } = buildCheck({ findings: [finding] });
  await run(check);
  expect(await listResults(applicationId)).toMatchObject([{ result: 'unavailable' }]);
  await prisma.applicationCheck.updateMany({
    where: { applicationId },
    data: { checkedAt: new Date(Date.now() - 61_000) },
  });
  await run(check);
  expect(await listResults(applicationId)).toMatchObject([{ result: 'attention', findings: [finding] }]);

  const again = buildCheck({ findings: [] });
  await run(again.check);
  expect(await listResults(applicationId)).toMatchObject([{ result: 'attention' }]);
  await expireChecks(applicationId);
  await run(again.check);
  expect(await listResults(applicationId)).toEqual([{ kind: 'website', result: 'passed', findings: [] }]);
});

test('a check that fails blocks no other one, and runs again', async () => {
  const [first, second] = [await buildApplication('SUBMITTED'), await buildApplication('SUBMITTED')];
  const { check } = buildCheck(new Error('broken'), { findings: [] });
  expectConsoleError({ message: 'checking an application', error: 'broken' });
  await run(check);
  expect(await listResults(first.applicationId)).toEqual([]);
  expect(await listResults(second.applicationId)).toHaveLength(1);
  await run(check);
  expect(await listResults(first.applicationId)).toHaveLength(1);
});

test('the business and its people are compared with the sanctions list, and again with a new one', async () => {
  const owner = soleOwner();
  const { applicationId } = await buildApplication('SUBMITTED', {
    people: [owner],
    answers: { legal_name: 'Blue Ocean Shipping GmbH' },
  });
  const path = writeSanctionsList(['NK-1', 'Somebody Else']);
  await run(createSanctionsCheck(path));
  const application = await requireApplication({ id: applicationId });
  expect(await listStoredChecks(application)).toMatchObject([{ result: 'passed', matches: [] }]);
  expect(await findIdsWithMatches([applicationId])).toEqual(new Set());

  writeFileSync(
    path,
    [
      'id,schema,name,birth_date',
      `NK-2,Person,${owner.person_name},1984`,
      'NK-3,Company,Blue Ocean Shipping LLC,',
    ].join('\n'),
  );
  utimesSync(path, new Date(), new Date(Date.now() + 1000));
  await run(createSanctionsCheck(path));
  const checks = await listStoredChecks(application);
  expect(checks).toMatchObject([
    {
      result: 'attention',
      matches: [
        { itemKey: 'legal_name', entry: { id: 'NK-3', name: 'Blue Ocean Shipping LLC' }, similarity: 1 },
        { itemKey: `person:${application.people[0]!.id}`, entry: { id: 'NK-2', birthDates: ['1984'] } },
      ],
    },
  ]);
  expect(await findIdsWithMatches([applicationId])).toEqual(new Set([applicationId]));
  // Names of people are encrypted in the database.
  const [row] = await prisma.applicationCheck.findMany({ where: { applicationId } });
  expect(JSON.stringify(row)).not.toContain(owner.person_name);
});

test('a comparison with an earlier list blocks approvals', async () => {
  const { applicationId } = await buildApplication('SUBMITTED');
  const application = await requireApplication({ id: applicationId });
  const path = writeSanctionsList(['NK-1', 'Somebody Else']);
  const check = createSanctionsCheck(path);
  const findObstacle = async () =>
    findScreeningObstacle(await findScreening(application, { version: await check.findVersion() }));
  await run(check);
  expect(await findObstacle()).toBeNull();
  // The same content isn't a new list.
  utimesSync(path, new Date(), new Date(Date.now() + 1000));
  expect(await findObstacle()).toBeNull();
  writeFileSync(path, 'id,schema,name\nNK-2,Person,Another One');
  expect(await findObstacle()).toBe('not_screened');
  await run(check);
  expect(await findObstacle()).toBeNull();
});

test.each([
  ['sole_trader', 'legal_name'],
  ['sole_trader', 'account_holder'],
  ['company', 'account_holder'],
])('a %s’s %s is compared as a person', async (form, itemKey) => {
  const name = `Oleg ${soleOwner().person_name}`;
  const { applicationId } = await buildApplication('SUBMITTED', {
    answers: { business_form: form, [itemKey]: name },
  });
  await run(createSanctionsCheck(writeSanctionsList(['NK-1', name])));
  expect(await listStoredChecks(await requireApplication({ id: applicationId }))).toMatchObject([
    { matches: [{ itemKey, name, entry: { id: 'NK-1' } }] },
  ]);
});

test('the person’s name again as the account holder isn’t another match', async () => {
  const owner = soleOwner();
  const { applicationId } = await buildApplication('SUBMITTED', {
    people: [owner],
    answers: { account_holder: owner.person_name!.toUpperCase() },
  });
  await run(createSanctionsCheck(writeSanctionsList(['NK-1', owner.person_name!])));
  const [check] = await listStoredChecks(await requireApplication({ id: applicationId }));
  expect(check!.matches).toHaveLength(1);
});

test('of more than 100 similar entries, the reviewer learns how many there are', async () => {
  const owner = soleOwner();
  const { applicationId } = await buildApplication('SUBMITTED', { people: [owner] });
  const entries = Array.from({ length: 101 }, (_, index): [string, string] => [
    `NK-${index}`,
    owner.person_name!,
  ]);
  await run(createSanctionsCheck(writeSanctionsList(...entries)));
  const [check] = await listStoredChecks(await requireApplication({ id: applicationId }));
  expect(check!.matches).toHaveLength(100);
  expect(check!.findings).toMatchObject([
    { result: 'attention', text: expect.stringContaining('101 entries on the sanctions list') },
  ]);
});

test('a list that can’t be read blocks approvals, and so does one that wasn’t compared yet', async () => {
  const { applicationId } = await buildApplication('SUBMITTED');
  const application = await requireApplication({ id: applicationId });
  const readScreening = async () => findScreening(application, { version: 'missing' });
  expect(findScreeningObstacle(await readScreening())).toBe('not_screened');
  expectConsoleError({ message: 'reading the sanctions list' });
  await run(createSanctionsCheck('/nowhere/list.csv'));
  expect(await readScreening()).toEqual({ state: 'unavailable', matches: [] });
  expect(findScreeningObstacle(await readScreening())).toBe('not_screened');
  // An operator who takes the list away again isn't stopped by it.
  const withoutList = await findScreening(application, { version: null });
  expect(withoutList).toEqual({ state: 'off', matches: [] });
  expect(findScreeningObstacle(withoutList)).toBeNull();
});

test('without a list, nothing is compared', async () => {
  expect(await createSanctionsCheck(undefined).findVersion()).toBeNull();
});
