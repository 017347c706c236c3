import type { AccountState, Context } from '../account-state';
import { presentTransaction } from '../balance';
import { refuseExpansion } from './expandable-fields';

type Fields = Record<string, unknown>;

/** A copy of the answer, in which the named IDs are replaced by their objects. */
export function expandAnswer(context: Context, answer: object, paths: string[] = []): object {
  const copy = structuredClone(answer);
  for (const path of paths) expandPath(context, [copy as Fields], path.split('.'), path);
  return copy;
}

function expandPath(context: Context, targets: Fields[], [name, ...rest]: string[], path: string): void {
  if (name === undefined) return;
  for (const target of targets) {
    if (!(name in target)) throw refuseExpansion(path);
    const value = target[name];
    if (typeof value === 'string') {
      const found = findObject(context, value);
      if (!found) throw refuseExpansion(path);
      target[name] = structuredClone(found);
    }
    const next = target[name];
    if (next !== null && typeof next === 'object') expandPath(context, [next].flat() as Fields[], rest, path);
  }
}

const homes: Record<string, (account: AccountState, id: string) => object | undefined> = {
  pi: ({ intents }, id) => intents.get(id),
  ch: ({ charges }, id) => charges.get(id),
  re: ({ refunds }, id) => refunds.get(id),
  du: ({ disputes }, id) => disputes.get(id),
  po: ({ payouts }, id) => payouts.get(id),
  file: ({ files }, id) => files.get(id),
  pm: ({ methods }, id) => methods.get(id)?.object,
};

function findObject(context: Context, id: string): object | undefined {
  const prefix = id.slice(0, id.indexOf('_'));
  if (prefix === 'txn') {
    const transaction = context.account.transactions.get(id);
    return transaction && presentTransaction(context, transaction);
  }
  return homes[prefix]?.(context.account, id);
}
