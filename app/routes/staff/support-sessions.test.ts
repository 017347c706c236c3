import { expect, test } from 'vitest';
import { readPage } from '../../../tests/world/browser';
import {
  openSupportSession,
  buildSupportSession,
  supportSessionReason as reason,
} from '../../../tests/world/support-sessions';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildStaff } from '../../../tests/world/identity/staff';

test('admins see all support sessions, by person and by account, in pages', async () => {
  const { staff, merchant } = await openSupportSession();
  await staff.open('/cards');
  const { accountId } = await buildMerchant({ name: 'Busy Shop' });
  for (let i = 0; i < 26; i++) await buildSupportSession({ accountId, ended: true });
  const admin = await buildStaff('admin');
  const rows = async (path: string) =>
    (await readPage(await admin.open(path))).html.match(/href="\/staff\/support-sessions\/sup_\w+"/g) ?? [];
  expect(await rows(`/staff/support-sessions?account=${merchant.accountId}`)).toHaveLength(1);
  const [link] = await rows(`/staff/support-sessions?who=${staff.userId}`);
  const { html } = await readPage(await admin.open(/"(.+)"/.exec(link!)![1]!));
  expect({
    includesCards: html.includes('/cards'),
    includesReason: html.includes(reason),
    includes2001Db8: html.includes('2001:db8'),
  }).toEqual({ includesCards: true, includesReason: true, includes2001Db8: true });
  const first = await readPage(await admin.open(`/staff/support-sessions?account=${accountId}`));
  const older = /href="([^"]*before=sup_[^"]*)"/.exec(first.html)![1]!.replaceAll('&amp;', '&');
  expect(
    [await rows(`/staff/support-sessions?account=${accountId}`), await rows(older)].map(
      ({ length }) => length,
    ),
  ).toEqual([25, 1]);
  for (const invalidQuery of ['?account=acc_x', '?account=x%00'])
    expect(await rows(`/staff/support-sessions${invalidQuery}`)).toEqual([]);
  for (const invalidQuery of ['?who=%00&before=x', '?who=x&who=y', '?account=%00'])
    expect((await admin.open(`/staff/support-sessions${invalidQuery}`)).status).toBe(200);
});
