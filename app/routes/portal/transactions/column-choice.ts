import { readCookie, writeCookie } from '~/identity/sessions/cookies';
import {
  transactionColumnNames,
  maxTransactionColumns,
  defaultTransactionColumns,
  type TransactionColumn,
} from '~/ui/transactions/transaction-columns';

const maximumAgeSeconds = 365 * 24 * 3600;

// By person, because several may use one browser.
const cookie = (userId: string) => `columns-${userId.slice(-12)}`;

/** The columns that this person has chosen in this browser, or the default ones. */
export function readColumnChoice(request: Request, userId: string): TransactionColumn[] {
  const chosen = readCookie(request, cookie(userId))?.split('.') ?? [];
  return chosen.length ? inListOrder(chosen) : [...defaultTransactionColumns];
}

/** @returns the Set-Cookie header that stores the choice; without any, the default ones */
export function saveColumnChoice(userId: string, chosen: readonly string[]): string {
  const columns = inListOrder(chosen);
  return writeCookie(cookie(userId), columns.length > 1 ? columns.join('.') : '', maximumAgeSeconds);
}

/** Chosen columns that are more than fit, from a form or the URL of its correction. Null if they fit. */
export function findExcessiveColumns(chosen: readonly string[]): TransactionColumn[] | null {
  const columns = transactionColumnNames.filter((name) => name !== 'amount' && chosen.includes(name));
  return columns.length < maxTransactionColumns ? null : columns;
}

/** The existing ones, each once, in the list's order. */
function inListOrder(chosen: readonly string[]): TransactionColumn[] {
  return transactionColumnNames
    .filter((name) => name === 'amount' || chosen.includes(name))
    .slice(0, maxTransactionColumns);
}
