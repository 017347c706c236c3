import { expect, test } from 'vitest';
import { resetAttempts } from '~/identity/login/lockout';
import { checkEmailLimits } from './email-limits';

const uniqueEmail = () => `limit-${crypto.randomUUID()}@example.com`;

test('one IP address causes thirty emails an hour', async () => {
  const address = crypto.randomUUID();
  for (let i = 0; i < 30; i++) expect(await checkEmailLimits({ email: uniqueEmail(), address })).toBeNull();
  const rejection = await checkEmailLimits({ email: uniqueEmail(), address });
  expect(rejection).toEqual({ error: 'too_many_mails', waitSeconds: expect.closeTo(3600, -2) });
  expect(await checkEmailLimits({ email: uniqueEmail(), address: crypto.randomUUID() })).toBeNull();
});

test('one recipient gets an email a minute, and six an hour', async () => {
  const email = uniqueEmail();
  const check = () => checkEmailLimits({ email, address: crypto.randomUUID() });
  for (let i = 0; i < 6; i++) {
    expect(await check()).toBeNull();
    expect(await check()).toEqual({ error: 'mail_just_sent', waitSeconds: expect.closeTo(60, -1.5) });
    await resetAttempts('mail_pause', email);
  }
  expect(await check()).toEqual({ error: 'too_many_mails', waitSeconds: expect.closeTo(3600, -2) });
});
