import { expect, test } from 'vitest';
import { listAudit } from '~/audit/audit';
import { findOpenFactorReset } from '~/identity/staff/factor-resets';
import { getToday } from '~/identity/staff/leave-days';
import { findStaffRole } from '~/identity/staff/staff';
import { prisma } from '~/platform/database/db.server';
import { addDays } from '~/platform/time/days';
import { buildApplication, buildReviewStep } from '../../../../tests/world/applications';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildStaff, staffPassword } from '../../../../tests/world/identity/staff';
import { startDueLeaves } from '~/identity/staff/staff-leaves';
import { assignCase, releaseUnattendedCases } from '~/merchants/applications/review/assignments';

const readResponse = async (response: Response) => ({
  status: response.status,
  ...(await readPage(response)),
});
const getRedirect = (response: Response) => [response.status, response.headers.get('location')];
const pathOf = ({ userId }: { userId: string }) => `/staff/members/${userId}`;

async function assignApplication(reviewerId: string): Promise<string> {
  const { applicationId } = await buildApplication('SUBMITTED');
  expect(await assignCase(await buildReviewStep(applicationId, reviewerId))).toBe('assigned');
  return applicationId;
}

const readState = async (id: string) =>
  prisma.application.findUniqueOrThrow({ where: { id }, select: { state: true, reviewerId: true } });

test('an admin sees a staff member, and changes the role, whose cases go back', async () => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('reviewer', { name: 'Mia Reviewer' })];
  const applicationId = await assignApplication(mia.userId);
  const { html } = await readPage(await admin.open(pathOf(mia)));
  for (const text of ['Mia Reviewer', 'Never', 'End all sessions', 'Request reset'])
    expect(html).toContain(text);
  const list = await readPage(await admin.open('/staff/members'));
  expect(list.html).toContain(`href="${pathOf(mia)}"`);

  expect(getRedirect(await admin.submit(pathOf(mia), { change: 'role', role: 'support' }))).toEqual([
    302,
    `${pathOf(mia)}?done=role`,
  ]);
  expect(await findStaffRole(mia.userId)).toBe('support');
  expect(await readState(applicationId)).toEqual({ state: 'SUBMITTED', reviewerId: null });
  expect((await mia.open('/support')).status).toBe(302);
});

test("cases of a person who leaves return to the queue, and a colleague's stay", async () => {
  const [admin, mia, ben] = [
    await buildStaff('admin'),
    await buildStaff('reviewer'),
    await buildStaff('reviewer'),
  ];
  const [ofMia, ofBen] = [await assignApplication(mia.userId), await assignApplication(ben.userId)];
  await admin.submit('/staff/members', { end: mia.userId });
  await releaseUnattendedCases();
  expect(await readState(ofMia)).toEqual({ state: 'SUBMITTED', reviewerId: null });
  expect(await readState(ofBen)).toEqual({ state: 'IN_REVIEW', reviewerId: ben.userId });
});

test('nobody changes their own role', async () => {
  const admin = await buildStaff('admin');
  expect((await readPage(await admin.open(pathOf(admin)))).html).not.toContain('Change role');
  const { status, errors } = await readResponse(
    await admin.submit(pathOf(admin), { change: 'role', role: 'support' }),
  );
  expect([status, errors]).toEqual([422, ['You can’t change your own role. Ask another admin.']]);
});

test('on leave, the login says until when, and open pages end', async () => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('reviewer')];
  const applicationId = await assignApplication(mia.userId);
  const until = addDays(getToday(), 3);
  const leave = { change: 'leave', from: getToday(), until };
  expect(getRedirect(await admin.submit(pathOf(mia), leave))[1]).toBe(`${pathOf(mia)}?done=leave`);
  expect(getRedirect(await mia.open('/review'))[1]).toMatch(/^\/staff\/login/);
  await startDueLeaves();
  await releaseUnattendedCases();
  expect(await readState(applicationId)).toEqual({ state: 'SUBMITTED', reviewerId: null });

  const credentials = { email: mia.email, password: staffPassword };
  const { status, errors } = await readResponse(await openBrowser().submit('/staff/login', credentials));
  expect([status, errors]).toEqual([
    422,
    [`You’re on leave until ${until} (UTC). To log in sooner, ask an admin to end your leave.`],
  ]);
  const failed = { actor: `staff:${mia.userId}`, action: 'staff_login_failed' } as const;
  expect((await listAudit(failed)).entries).toMatchObject([{ details: { step: 'on_leave' } }]);
  const wrong = await readResponse(
    await openBrowser().submit('/staff/login', { ...credentials, password: 'no' }),
  );
  expect(wrong.errors?.[0]).toMatch(/incorrect/);

  await admin.submit(pathOf(mia), { change: 'end-leave' });
  expect(getRedirect(await openBrowser().submit('/staff/login', credentials))[1]).toBe('/staff/login/code');
});

test.each([
  [{ from: '', until: '' }, ['Enter the first day', 'Enter the last day']],
  [{ from: '2026-02-30', until: 'tomorrow' }, Array(2).fill('Enter a day, such as 2026-12-24')],
  [
    { from: '2026-01-02', until: '2026-01-01' },
    ['Enter a last day that’s on or after the first day, not in the past, and at most a year from today'],
  ],
])('a leave %o is rejected', async (days, messages) => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('support')];
  const { status, errors } = await readResponse(
    await admin.submit(pathOf(mia), { change: 'leave', ...days }),
  );
  expect([status, errors]).toEqual([422, messages]);
});

test('two admins reset a second factor, and the person can cancel it', async () => {
  const [ada, noor, mia] = [
    await buildStaff('admin'),
    await buildStaff('admin'),
    await buildStaff('support'),
  ];
  const request = { change: 'request-reset', reason: 'Lost on a train.' };
  expect(getRedirect(await ada.submit(pathOf(mia), request))[1]).toBe(`${pathOf(mia)}?done=requested`);
  const { id } = (await findOpenFactorReset(mia.userId))!;
  expect((await readPage(await ada.open(pathOf(mia)))).html).not.toContain('Approve reset');
  expect((await ada.submit(pathOf(mia), { change: 'approve-reset', reset: id })).status).toBe(422);
  expect((await readPage(await noor.open(pathOf(mia)))).html).toContain('Approve reset');
  expect(getRedirect(await noor.submit(pathOf(mia), { change: 'approve-reset', reset: id }))[1]).toBe(
    `${pathOf(mia)}?done=approved`,
  );

  expect((await readPage(await mia.open('/support'))).html).toContain(
    'Your second factor is about to be reset',
  );
  expect((await readPage(await mia.open('/staff/security'))).html).toContain('Lost on a train.');
  expect(getRedirect(await mia.submit('/staff/security', { cancelReset: id }))[1]).toBe(
    '/staff/security?resetCanceled',
  );
  expect(await findOpenFactorReset(mia.userId)).toBeNull();
  expect(getRedirect(await noor.submit(pathOf(mia), { change: 'approve-reset', reset: id }))[1]).toBe(
    `${pathOf(mia)}?done=moved-on`,
  );
});

test('an admin ends the sessions of a colleague', async () => {
  const [admin, mia] = [await buildStaff('admin'), await buildStaff('support')];
  expect(getRedirect(await admin.submit(pathOf(mia), { change: 'sessions' }))[1]).toBe(
    `${pathOf(mia)}?done=sessions`,
  );
  expect((await mia.open('/support')).status).toBe(302);
});

test('an invitation is sent again with a new link, once a minute', async () => {
  const admin = await buildStaff('admin');
  const email = `again-${crypto.randomUUID()}@staff.test`;
  await admin.submit('/staff/members', { email, name: 'Mia', role: 'reviewer' });
  const countMails = () => prisma.mail.count({ where: { recipient: email } });
  expect(getRedirect(await admin.submit('/staff/members', { resend: email }))[1]).toBe(
    '/staff/members?resent',
  );
  expect(await countMails()).toBe(2);
  expect((await admin.submit('/staff/members', { resend: email })).status).toBe(429);
  expect(await countMails()).toBe(2);
  expect(await prisma.emailLink.count({ where: { email, purpose: 'staff' } })).toBe(1);
});

test('an invitation that is gone says so', async () => {
  const admin = await buildStaff('admin');
  const gone = await admin.submit('/staff/members', { resend: 'nobody@example.com' });
  expect(getRedirect(gone)).toEqual([302, '/staff/members?gone']);
  expect((await readPage(await admin.open('/staff/members?gone'))).html).toContain('Nothing changed');
});
