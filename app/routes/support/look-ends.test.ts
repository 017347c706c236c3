import { beforeAll, describe, expect, test } from 'vitest';
import { createMailQueue } from '~/mail/outbox';
import { findLatestLook } from '~/merchants/look-records';
import { prisma } from '~/platform/db.server';
import { lookRefusals } from '~/ui/look-refusals';
import { readPage } from '../../../tests/world/browser';
import { beginLook, buildLook, lookReason as reason } from '../../../tests/world/looks';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildStaff } from '../../../tests/world/staff';
import { buildPerson, logInAs } from '../../../tests/world/team';

beforeAll(createMailQueue);

const wayOf = (response: Response) => [response.status, response.headers.get('location')];
const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<script[\s\S]*?<\/script>|<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('it ends', () => {
  test('by the button, and the person sees what stands in the merchant’s log', async () => {
    const { staff, merchant } = await beginLook();
    await staff.open('/cards');
    expect(wayOf(await staff.submit('/support/look/end', {}))).toEqual([302, '/support/look']);
    expect(staff.cookies.has('look')).toBe(false);
    const own = textOf((await readPage(await staff.open('/support/look'))).html);
    expect(own).not.toContain('Back to it');
    expect([
      own.includes('Your look is over'),
      own.includes('ended by hand'),
      own.includes('/cards'),
    ]).toEqual([true, true, true]);
    expect((await staff.open('/')).headers.get('location')).toMatch(/^\/login/);

    const owner = await logInAs(merchant.ownerId);
    const log = (await readPage(await owner.open('/audit-log'))).html;
    const link = /href="(\/audit-log\/looks\/look_\w+)"/.exec(log)![1]!;
    expect(textOf(log)).toMatch(
      /Mia Example of Tillway \(support\) stopped looking at the account[\s\S]*Pages: 1[\s\S]*began to look[\s\S]*Reason: The merchant cannot find a refund\./,
    );
    const { html } = await readPage(await owner.open(link));
    expect([
      html.includes('/cards'),
      html.includes(reason),
      html.includes('T-12'),
      html.includes('2001:db8'),
      html.includes('Mia Example of Tillway'),
    ]).toEqual([true, true, true, false, true]);
    // What a form of that look still sends changes nothing of anybody.
    expect((await (await logInAs((await buildMerchant()).ownerId)).open(link)).status).toBe(404);
  });

  test('with the sign-out from the staff area', async () => {
    const { staff } = await beginLook();
    await staff.submit('/staff/logout', {});
    expect([staff.cookies.has('look'), (await findLatestLook(staff.userId))!.ending]).toEqual([
      false,
      'signed_out',
    ]);
  });

  test.each(['its time', 'the session', 'the role'])(
    'with %s, and nobody goes on in another account without noticing',
    async (what) => {
      const { staff } = await beginLook();
      const own = await buildMerchant({ name: 'Own Shop' });
      staff.cookies.set('session', (await logInAs(own.ownerId)).cookies.get('session')!);
      if (what === 'its time') {
        await staff.submit('/support/look/end', {});
        const token = (await prisma.look.findFirstOrThrow({ where: { staffUserId: staff.userId } }))
          .sessionId;
        staff.cookies.set(
          'look',
          await buildLook({
            accountId: own.accountId,
            staffUserId: staff.userId,
            sessionId: token,
            begunMinutesAgo: 61,
          }),
        );
      } else if (what === 'the session') await prisma.session.deleteMany({ where: { userId: staff.userId } });
      else await prisma.staffMember.update({ where: { userId: staff.userId }, data: { role: 'reviewer' } });
      const refused = await staff.submit('/transactions/views', { name: 'Mine', query: 'status=DECLINED' });
      expect([refused.status, (await refused.text()).includes(lookRefusals.over)]).toEqual([403, true]);
      expect(wayOf(await staff.open('/'))).toEqual([302, '/support/look']);
      expect((await readPage(await staff.open('/'))).html).toContain('Own Shop');
    },
  );

  test('and its cookie opens nothing in another browser, nor in another session of the staff', async () => {
    const { staff } = await beginLook();
    const other = await buildStaff('support');
    const merchant = await logInAs(
      (await buildPerson({ accountId: (await buildMerchant()).accountId })).userId,
    );
    for (const browser of [other, merchant]) {
      browser.cookies.set('look', staff.cookies.get('look')!);
      expect(wayOf(await browser.open('/transactions'))).toEqual([302, '/support/look']);
    }
    other.cookies.set('look', 'junk');
    expect(wayOf(await other.open('/transactions'))).toEqual([302, '/support/look']);
  });
});
