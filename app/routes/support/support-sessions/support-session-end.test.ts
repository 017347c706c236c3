import { describe, expect, test } from 'vitest';
import { findLatestSupportSession } from '~/merchants/support-sessions/support-session-records';
import { prisma } from '~/platform/database/db.server';
import { supportSessionRejections } from '~/ui/support-sessions/support-session-rejections';
import { readPage } from '../../../../tests/world/browser';
import {
  openSupportSession,
  buildSupportSession,
  supportSessionReason as reason,
} from '../../../../tests/world/support-sessions';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildStaff } from '../../../../tests/world/identity/staff';
import { buildPerson, logInAs } from '../../../../tests/world/identity/team';

const getRedirect = (response: Response) => [response.status, response.headers.get('location')];
const toText = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('it ends', () => {
  test("by the button, and the person sees the merchant's audit log entry", async () => {
    const { staff, merchant } = await openSupportSession();
    await staff.open('/cards');
    expect(getRedirect(await staff.submit('/support/session/end', {}))).toEqual([302, '/support/session']);
    expect(staff.cookies.has('support-session')).toBe(false);
    const sessionPage = toText((await readPage(await staff.open('/support/session'))).html);
    expect(sessionPage).not.toContain('Return to session');
    expect({
      includesYourSupportSessionHas: sessionPage.includes('Your support session has ended'),
      includesEndedByStaff: sessionPage.includes('ended by staff'),
      includesCards: sessionPage.includes('/cards'),
    }).toEqual({ includesYourSupportSessionHas: true, includesEndedByStaff: true, includesCards: true });
    expect((await staff.open('/transactions')).headers.get('location')).toMatch(/^\/login/);

    const owner = await logInAs(merchant.ownerId);
    const auditLogPage = (await readPage(await owner.open('/audit-log'))).html;
    const link = /href="(\/audit-log\/support-sessions\/sup_\w+)"/.exec(auditLogPage)![1]!;
    expect(toText(auditLogPage)).toMatch(
      /Mia Example of Tillway \(support\) ended the support session[\s\S]*Pages: 1[\s\S]*started a support session[\s\S]*Reason: The merchant cannot find a refund\./,
    );
    const { html } = await readPage(await owner.open(link));
    expect({
      includesCards: html.includes('/cards'),
      includesReason: html.includes(reason),
      includesT12: html.includes('T-12'),
      includes2001Db8: html.includes('2001:db8'),
      includesMiaExampleOfTillway: html.includes('Mia Example of Tillway'),
    }).toEqual({
      includesCards: true,
      includesReason: true,
      includesT12: true,
      includes2001Db8: false,
      includesMiaExampleOfTillway: true,
    });
    // A form of that support session no longer changes anything.
    expect((await (await logInAs((await buildMerchant()).ownerId)).open(link)).status).toBe(404);
  });

  test('with the logout from the staff area', async () => {
    const { staff } = await openSupportSession();
    await staff.submit('/staff/logout', {});
    expect({
      hasSupportSession: staff.cookies.has('support-session'),
      endReason: (await findLatestSupportSession(staff.userId))!.endReason,
    }).toEqual({ hasSupportSession: false, endReason: 'logged_out' });
  });

  test.each(['its time', 'the session', 'the role'])(
    'with %s, and nobody continues in another account by mistake',
    async (endReason) => {
      const { staff } = await openSupportSession();
      const sessionPage = await buildMerchant({ name: 'Own Shop' });
      staff.cookies.set('session', (await logInAs(sessionPage.ownerId)).cookies.get('session')!);
      if (endReason === 'its time') {
        await staff.submit('/support/session/end', {});
        const token = (await prisma.supportSession.findFirstOrThrow({ where: { staffUserId: staff.userId } }))
          .sessionId;
        staff.cookies.set(
          'support-session',
          await buildSupportSession({
            accountId: sessionPage.accountId,
            staffUserId: staff.userId,
            sessionId: token,
            startedMinutesAgo: 61,
          }),
        );
      } else if (endReason === 'the session')
        await prisma.session.deleteMany({ where: { userId: staff.userId } });
      else await prisma.staffMember.update({ where: { userId: staff.userId }, data: { role: 'reviewer' } });
      const rejected = await staff.submit('/transactions/views', { name: 'Mine', query: 'status=DECLINED' });
      expect({
        status: rejected.status,
        includesOver: (await rejected.text()).includes(supportSessionRejections.over),
      }).toEqual({ status: 403, includesOver: true });
      expect(getRedirect(await staff.open('/'))).toEqual([302, '/support/session']);
      expect((await readPage(await staff.open('/'))).html).toContain('Own Shop');
    },
  );

  test("and its cookie doesn't work in another browser, or in another staff session", async () => {
    const { staff } = await openSupportSession();
    const other = await buildStaff('support');
    const merchant = await logInAs(
      (await buildPerson({ accountId: (await buildMerchant()).accountId })).userId,
    );
    for (const browser of [other, merchant]) {
      browser.cookies.set('support-session', staff.cookies.get('support-session')!);
      expect(getRedirect(await browser.open('/transactions'))).toEqual([302, '/support/session']);
    }
    other.cookies.set('support-session', 'junk');
    expect(getRedirect(await other.open('/transactions'))).toEqual([302, '/support/session']);
  });
});
