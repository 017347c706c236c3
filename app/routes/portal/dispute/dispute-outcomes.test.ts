import { expect, test } from 'vitest';
import { hashPassword } from '~/identity/passwords/passwords';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildPayment, readStatementsWithEntries } from '../../../../tests/world/payments/payments';

const password = 'correct horse battery';

test.each([
  ['chargeback_lost', 'Chargeback lost', 'Captured, charged back', 'Charged back'],
  ['chargeback_won', 'Chargeback won', 'Captured', 'Captured'],
] as const)(
  '%s: the pages of the payment and of the chargeback say so',
  async (kind, decided, status, part) => {
    const client = await buildApiClient();
    const { id } = await buildPayment(client, { operation: 'authcap' });
    const { authorizationId: authorization } = await prisma.transaction.findUniqueOrThrow({ where: { id } });
    const { email } = await prisma.user.update({
      where: { id: client.merchant.ownerId },
      data: { passwordHash: await hashPassword(password) },
    });
    const browser = openBrowser();
    await browser.submit('/login', { email, password });
    const read = async (trx: string) =>
      (await readPage(await browser.open(`/transactions/${trx}`))).html
        .replace(/<script.*?<\/script>/gs, '')
        .replace(/<[^>]+>/g, '|');
    const entry = { reference: `cb_${createId('req')}`, authorization, amountMinor: 4_000, currency: 'USD' };

    await readStatementsWithEntries([
      { ...entry, kind: 'chargeback_opened', reason: 'fraudulent', dueBy: '2030-01-31T00:00:00.000Z' },
    ]);
    const { id: chargeback } = await prisma.transaction.findFirstOrThrow({ where: { parentId: id } });
    for (const text of [
      'Captured, chargeback open',
      'Captured amount',
      'In an open chargeback',
      'Kept',
      'Money taken back',
    ])
      expect(await read(id)).toContain(text);
    for (const text of ['Respond by', 'Not recognized by the cardholder'])
      expect(await read(chargeback)).toContain(text);

    await readStatementsWithEntries([{ ...entry, kind }]);
    for (const text of [decided, `|${status}|`, `|${part}|`]) expect(await read(id)).toContain(text);
    expect(await read(chargeback)).toContain(decided);
    for (const text of ['Respond by', 'Settlement', '|Void|'])
      expect(await read(chargeback)).not.toContain(text);
  },
);
