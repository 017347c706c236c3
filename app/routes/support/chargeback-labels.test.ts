import { expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildPayment, readStatementsWithEntries } from '../../../tests/world/payments/payments';
import { buildStaff } from '../../../tests/world/identity/staff';
import { logInAs } from '../../../tests/world/identity/team';

test('a chargeback has the same labels for the merchant, on its own page and in lists, and for staff', async () => {
  const [client, support] = [await buildApiClient(), await buildStaff('support')];
  const { id: paymentId } = await buildPayment(client, { operation: 'authcap' });
  const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({
    where: { id: paymentId },
  });
  const entry = { reference: `cb_${createId('req')}`, authorization, amountMinor: 100, currency: 'USD' };
  await readStatementsWithEntries([
    { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: '2030-01-31T00:00:00.000Z' },
  ]);
  const { id } = await prisma.transaction.findFirstOrThrow({ where: { parentId: paymentId } });
  const owner = await logInAs(client.merchant.ownerId);
  const readDetailPages = async () => {
    const pages = [
      await owner.open(`/transactions/${id}`),
      await owner.open(`/transactions/${id}/dispute`),
      await support.open(`/support/transactions/${id}`),
    ];
    return Promise.all(
      pages.map(async (page) => (await page.text()).replace(/<script[\s\S]*?<\/script>/g, '')),
    );
  };
  const readBadges = async () => {
    const pages = [
      await owner.open('/transactions?type=CHARGEBACK'),
      await owner.open(`/transactions/${paymentId}`),
      await support.open(`/support?q=${id}`),
      await support.open(`/support/merchants/${client.merchant.accountId}`),
      await support.open(`/support/transactions/${paymentId}`),
    ];
    return Promise.all(
      pages.map(async (page) =>
        [
          ...(await page.text()).matchAll(
            /class="badge[^>]*>(Open|Needs response|Not answered in time|Lost)</g,
          ),
        ].map(([, word]) => word),
      ),
    );
  };
  const expectedTexts = [
    'Needs response',
    'Chargeback reason',
    'Not recognized by the cardholder',
    'Respond by',
    'Answer due by',
    '>Open<',
    'chargeback_opened',
  ];
  for (const html of await readDetailPages())
    expect(expectedTexts.map((text) => html.includes(text))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  for (const badges of await readBadges()) expect(badges).toEqual(['Needs response']);
  await prisma.transaction.update({
    where: { id },
    data: { disputeDueBy: new Date('2020-01-31T00:00:00.000Z') },
  });
  for (const html of await readDetailPages()) expect(html).toContain('Not answered in time');
  for (const badges of await readBadges()) expect(badges).toEqual(['Not answered in time']);
  await readStatementsWithEntries([{ ...entry, kind: 'chargeback_lost' }]);
  const [, , staffPage] = await readDetailPages();
  expect({
    repeatsChargebackLost: staffPage!.match(/Chargeback lost/g)!.length > 1,
    includesSettlement: staffPage!.includes('Settlement'),
    includesRawName: staffPage!.includes('chargeback_lost'),
  }).toEqual({ repeatsChargebackLost: true, includesSettlement: false, includesRawName: false });
});
