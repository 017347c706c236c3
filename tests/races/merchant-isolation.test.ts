import { afterAll, beforeAll, expect, test } from 'vitest';
import { prisma } from '~/platform/database/db.server';
import { startApiProcess, type ApiProcess } from '../peers/api-processes';
import { openRequestRace, type RawReply, type RequestRace } from '../peers/synchronized-requests';
import { buildApiClient } from '../world/api-client';
import { paymentBody } from '../world/payments/payments';

const perMerchant = 25;

let server: ApiProcess;
beforeAll(async () => void (server = await startApiProcess({ DATABASE_POOL: '6' })));
afterAll(() => server.stop());

type Merchant = { name: string; accountId: string; amount: number; requestRace: RequestRace; ids: string[] };

async function openMerchant(name: string, amount: number): Promise<Merchant> {
  const { token, merchant } = await buildApiClient();
  return {
    name,
    accountId: merchant.accountId,
    amount,
    requestRace: await openRequestRace([server.port], perMerchant, token),
    ids: [],
  };
}

/** Both merchants send the same external_ids at the same moment, and neither may get the other's reply. */
async function sendTogether(
  merchants: Merchant[],
  request: (merchant: Merchant, index: number) => { path: string; body?: object },
): Promise<RawReply[][]> {
  const all = await Promise.all(
    merchants.map((merchant) =>
      merchant.requestRace.race(Array.from({ length: perMerchant }, (_, index) => request(merchant, index))),
    ),
  );
  for (const [index, replies] of all.entries()) {
    for (const { status, text } of replies) {
      expect(status, text).toBe(200);
      expect(JSON.parse(text)).toMatchObject({ order_id: merchants[index]!.name });
    }
  }
  return all;
}

test(
  "500 requests of two merchants, interleaved on two connections, never return the other's data",
  { timeout: 60_000 },
  async () => {
    const merchants = [await openMerchant('left', 1_111), await openMerchant('right', 2_222)];
    for (const round of [1, 2]) {
      const name = (index: number) => `r${round}-${index}`;
      const made = await sendTogether(merchants, ({ amount, name: orderId }, index) => ({
        path: '/transactions',
        body: paymentBody({ externalId: name(index), amount, orderId }),
      }));
      for (const [index, merchant] of merchants.entries())
        merchant.ids = made[index]!.map(({ text }) => JSON.parse(text).id as string);
      await sendTogether(merchants, (_, index) => ({
        path: `/transaction?type=external_id&id=${name(index)}`,
      }));
      await sendTogether(merchants, ({ ids }, index) => ({
        path: `/transactions/${ids[index]}`,
        body: { operation: 'capture', external_id: name(index) },
      }));
      await sendTogether(merchants, ({ ids }, index) => ({ path: `/transactions/${ids[index]}` }));
      await sendTogether(merchants, ({ ids }, index) => ({
        path: '/refunds',
        body: { external_id: name(index), trx_id: ids[index], amount: 1_000 },
      }));
    }
    for (const { name, accountId, amount, requestRace } of merchants) {
      requestRace.close();
      const rows = await prisma.transaction.findMany({ where: { accountId } });
      expect(rows).toHaveLength(4 * perMerchant);
      for (const row of rows)
        expect(row).toMatchObject({ orderId: name, orderAmount: row.type === 'REFUND' ? 1_000 : amount });
    }
  },
);
