import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';

type Entry = Partial<{
  kind: string;
  amount: number | null;
  currency: string | null;
  fee: number;
  net: number;
  description: string;
  exchangeRate: string;
  transactionId: string;
  operationId: string;
  accountId: string | null;
  occurredAt: Date;
}>;

/** A payout of the simulator in test, which contains entries of one merchant: one capture, or those given. */
export async function buildPayout({
  accountId,
  at = new Date(),
  currency = 'USD',
  entries = [{}],
  ...payout
}: {
  accountId: string;
  at?: Date;
  currency?: string;
  status?: string;
  failureReason?: string;
  connectionId?: string;
  acquirerId?: string;
  entries?: Entry[];
}): Promise<string> {
  const id = createId('po', at.getTime());
  const connectionId = payout.connectionId ?? 'con_simulator_test';
  const rows = entries.map(({ fee = 320, net = 9_680, kind = 'capture', ...entry }, place) => ({
    acquirerId: `${id}_${String(place).padStart(5, '0')}`,
    kind,
    amount: net + fee,
    currency,
    fee,
    net,
    accountId,
    occurredAt: at,
    ...entry,
  }));
  await prisma.payout.create({
    data: {
      ...{ id, connectionId, environment: 'test', acquirerId: payout.acquirerId ?? `acq_${id}`, currency },
      ...{ status: payout.status ?? 'paid', failureReason: payout.failureReason },
      ...{ createdAt: at, arrivesOn: at, entriesReadAt: rows.length ? at : null },
      amount: rows.reduce((sum, { net }) => sum + net, 0),
    },
  });
  // More values need several statements, which Prisma runs at the same time.
  for (let i = 0; i < rows.length; i += 1_000)
    await prisma.payoutEntry.createMany({
      data: rows
        .slice(i, i + 1_000)
        .map((row) => ({ ...row, payoutId: id, connectionId, environment: 'test' })),
    });
  return id;
}
