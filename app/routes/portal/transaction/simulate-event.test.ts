import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildMerchant } from '../../../../tests/world/merchants';
import { buildPayment } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';

/** The browser of a person with this role, and a payment of their merchant. */
async function logIn(role: string) {
  const email = `lab-${crypto.randomUUID()}@example.com`;
  const merchant = await buildMerchant({ email, passwordHash: await hashPassword(password) });
  await prisma.member.updateMany({ where: { userId: merchant.ownerId }, data: { role } });
  const { id } = await buildPayment(await buildApiClient(merchant));
  const browser = openBrowser();
  await browser.submit('/login', { email, password });
  return { browser, path: `/transactions/${id}` };
}

test.each(['finance', 'developer'])(
  'a %s member can expire a hold, and learns when nothing happens',
  async (role) => {
    const { browser, path } = await logIn(role);
    expect((await readPage(await browser.open(path))).html).toContain('Expire the hold');
    expect(
      (await browser.submit(`${path}/simulated-events`, { event: 'expire' })).headers.get('location'),
    ).toBe(`${path}?simulated=expire`);
    const { html } = await readPage(await browser.open(`${path}?simulated=expire`));
    expect(html).toContain('The hold expired.');
    expect(html).not.toContain('Simulate an event');
    for (const event of ['expire', 'nonsense'])
      expect((await browser.submit(`${path}/simulated-events`, { event })).headers.get('location')).toBe(
        `${path}?simulated=nothing`,
      );
  },
);

test("a read-only member doesn't see simulated events, and can't use them", async () => {
  const { browser, path } = await logIn('viewer');
  expect((await readPage(await browser.open(path))).html).not.toContain('Simulate an event');
  expect((await browser.submit(`${path}/simulated-events`, { event: 'expire' })).status).toBe(403);
});
