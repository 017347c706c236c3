import { vi } from 'vitest';
import type { StatementEntry } from '~/acquirers/acquirer';
import { getSimulator } from '~/acquirers/registry';
import { importStatements } from '~/payments/reconciliation/acquirer-statements';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import type { ApiClient, ApiResponse } from '../api-client';

export const cards = {
  approved: '4242424242424242',
  declined: '4000000000000002',
  unknownThenApproved: '4000000000005043',
  unknownThenDeclined: '4000000000000119',
};

/** The body of a payment of 100.00 USD, with overrides. */
export function paymentBody(
  changes: {
    operation?: string;
    externalId?: string;
    amount?: number;
    currency?: string;
    pan?: string;
    code?: string;
    orderId?: string;
    cardHolder?: object;
  } = {},
) {
  const {
    operation = 'authorize',
    externalId = createId('req'),
    amount = 10_000,
    currency = 'USD',
    pan = cards.approved,
    code = '123',
    orderId = 'order-1',
    cardHolder,
  } = changes;
  return {
    operation,
    external_id: externalId,
    order: {
      ...{ order_id: orderId, order_amount: amount, order_currency: currency },
      ...(cardHolder && { card_holder: cardHolder }),
    },
    card: { pan, code, expiry: '12/40', name: 'Ada Example' },
  };
}

/** An authorized payment of 100.00 USD, with overrides. */
export async function buildPayment(
  client: ApiClient,
  changes: Parameters<typeof paymentBody>[0] = {},
): Promise<ApiResponse['json']> {
  const { json } = await client.post('/transactions', paymentBody(changes));
  return json;
}

type HoldOperation = {
  operation: 'capture' | 'void';
  amount?: unknown;
  externalId?: string;
  reason?: string;
};

/** Captures or voids, by default the full remaining amount. */
export function sendCaptureOrVoid(
  client: ApiClient,
  id: string,
  { operation, amount, externalId = createId('req'), reason }: HoldOperation,
): Promise<ApiResponse> {
  return client.post(`/transactions/${id}`, { operation, external_id: externalId, amount, reason });
}

export function refund(
  client: ApiClient,
  id: string,
  amount: unknown,
  externalId: string = createId('req'),
): Promise<ApiResponse> {
  return client.post('/refunds', { external_id: externalId, trx_id: id, amount });
}

/** A transaction's operations: type, amount, status, and operator. */
export async function listOperations(transactionId: string): Promise<[string, number, string, string][]> {
  const operations = await prisma.operation.findMany({
    where: { transactionId },
    orderBy: { sequence: 'asc' },
  });
  return operations.map(({ type, amount, status, operator }) => [
    type,
    amount,
    status,
    operator.replace(/^(api):.*/, '$1'),
  ]);
}

/** The events published about a transaction, in order. */
export async function listEventTypes(transactionId: string): Promise<string[]> {
  return (await prisma.webhookEvent.findMany({ where: { transactionId }, orderBy: { id: 'asc' } })).map(
    ({ type }) => type,
  );
}

/** Adds entries at the end of the acquirer ledger for the next import. */
export async function readStatementsWithEntries(
  entries: StatementEntry[],
  { andStop: stopAfterRead = false } = {},
): Promise<void> {
  const stopController = new AbortController();
  const acquirer = getSimulator('test')!;
  const readStatement = acquirer.readStatement.bind(acquirer);
  let added: StatementEntry[] = entries;
  const statementSpy = vi
    .spyOn(acquirer, 'readStatement')
    .mockImplementation(async (after, limit, signal) => {
      const { entries: own, next } = await readStatement(after, limit, signal);
      if (own.length === limit) return { entries: own, next };
      if (stopAfterRead) stopController.abort();
      const all = [...own, ...added];
      added = [];
      return { entries: all, next };
    });
  await importStatements(stopController.signal);
  statementSpy.mockRestore();
}
