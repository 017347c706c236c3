import { refuseParameter } from './api-error';

/** By the first part of the path. What the SDK's types allow deeper in an answer is checked while expanding. */
const fields: Record<string, string[]> = {
  payment_intents: ['latest_charge', 'payment_method'],
  charges: ['payment_intent', 'balance_transaction'],
  refunds: ['charge', 'payment_intent', 'balance_transaction', 'failure_balance_transaction'],
  disputes: ['charge', 'payment_intent'],
  balance_transactions: ['source'],
  payouts: ['balance_transaction', 'failure_balance_transaction'],
};

/** Refuses unknown names before the request takes effect. */
export function checkExpansion(path: string, isList: boolean, paths: string[] = []): void {
  const allowed = fields[path.split('/')[2]!] ?? [];
  for (const name of paths) {
    const parts = name.split('.');
    if (isList && parts.shift() !== 'data') throw refuseExpansion(name);
    if (!allowed.includes(parts[0]!)) throw refuseExpansion(name);
    if (parts.length > 4)
      throw refuseParameter('You cannot expand more than 4 levels of a property.', 'expand');
  }
}

export const refuseExpansion = (name: string) =>
  refuseParameter(`This property cannot be expanded (${name}).`, 'expand');
