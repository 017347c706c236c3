import { expect, test } from 'vitest';
import { findLatestSupportSession } from '~/merchants/support-sessions/support-session-records';
import { prisma } from '~/platform/database/db.server';
import { generateCode } from '../../../../tests/world/identity/authenticator';
import { readPage } from '../../../../tests/world/browser';
import { expireStepUpConfirmation } from '../../../../tests/world/identity/step-up-confirmations';
import { openSupportSession, supportSessionReason as reason } from '../../../../tests/world/support-sessions';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff } from '../../../../tests/world/identity/staff';

const getRedirect = (response: Response) => [response.status, response.headers.get('location')];

test('the form requires a reason, keeps its input, and starts nothing without', async () => {
  const [staff, { accountId }] = [await buildStaff('support'), await buildMerchant({ name: 'Harbour Tea' })];
  const path = `/support/merchants/${accountId}/support-session`;
  const formPage = await readPage(await staff.open(path));
  expect({
    title: formPage.title,
    includesTheMerchantIsNotified: formPage.html.includes('The merchant is notified'),
  }).toEqual({
    title: 'Start a support session with Harbour Tea · Tillway',
    includesTheMerchantIsNotified: true,
  });
  for (const [input, error] of [
    [{ minutes: '30' }, 'Enter a reason'],
    [{ reason: 'too short', minutes: '30' }, 'Enter a reason of at least 10 characters'],
    [{ reason: '😀😀😀😀😀😀', minutes: '30' }, 'Enter a reason of at least 10 characters'],
    [{ reason: 'x'.repeat(501), minutes: '30' }, 'Shorten this to 500 characters or fewer'],
    [
      { reason: 'About 4111 1111 1111 1111', minutes: '30' },
      'Remove the card number. It can’t be stored here',
    ],
    [{ reason, minutes: '61' }, 'Choose a duration'],
    [{ reason, case_reference: 'x'.repeat(101), minutes: '30' }, 'Shorten this to 100 characters or fewer'],
  ] as const) {
    const response = await staff.submit(path, input as never);
    const { html, title, errors } = await readPage(response);
    expect({ status: response.status, errors, titleIsError: title.startsWith('Error: ') }).toEqual({
      status: 422,
      errors: [error],
      titleIsError: true,
    });
    if ('reason' in input) expect(html).toContain(input.reason.slice(0, 9));
  }
  const duplicateFields = new URLSearchParams([
    ['reason', reason],
    ['reason', reason],
    ['minutes', '30'],
  ]);
  expect((await staff.submit(path, duplicateFields as never)).status).toBe(400);
  expect(await findLatestSupportSession(staff.userId)).toBeNull();
  expect(
    getRedirect(await staff.submit(path, { reason: '😀'.repeat(495) + ' why?', minutes: '15' })),
  ).toEqual([302, '/']);
});

test('the form asks for a confirmation first, and loses nothing', async () => {
  const [staff, { accountId }] = [await buildStaff('support'), await buildMerchant()];
  const path = `/support/merchants/${accountId}/support-session`;
  const confirm = `/staff/confirm-it-is-you?${new URLSearchParams({ returnTo: path })}`;
  const form = { reason, case_reference: 'T-12', minutes: '30' };
  await expireStepUpConfirmation(staff.userId);
  expect({
    onOpen: getRedirect(await staff.open(path)),
    onSubmit: getRedirect(await staff.submit(path, form)),
  }).toEqual({ onOpen: [302, confirm], onSubmit: [307, confirm] });
  expect(await findLatestSupportSession(staff.userId)).toBeNull();
  expect((await readPage(await staff.submit(confirm, form))).html).toContain(`value="${reason}"`);
  expect(
    getRedirect(
      await staff.submit(confirm, { ...form, confirm: 'yes', confirm_code: generateCode(staff.secret) }),
    ),
  ).toEqual([307, path]);
  expect(getRedirect(await staff.submit(path, form))).toEqual([302, '/']);
  expect(await findLatestSupportSession(staff.userId)).toMatchObject({ reason });
});

test("the form explains why it can't start, next to the input", async () => {
  const { staff, merchant, path } = await openSupportSession();
  const other = await buildMerchant();
  const rejected = await staff.submit(`/support/merchants/${other.accountId}/support-session`, {
    reason,
    minutes: '30',
  });
  expect({ status: rejected.status, error: (await readPage(rejected)).errors[0] }).toEqual({
    status: 422,
    error: expect.stringContaining('End it first'),
  });
  await staff.submit('/support/session/end', {});
  await prisma.member.create({
    data: { accountId: merchant.accountId, userId: staff.userId, role: 'viewer' },
  });
  expect((await readPage(await staff.submit(path, { reason, minutes: '30' }))).errors[0]).toContain(
    'Log in to the portal',
  );
});
