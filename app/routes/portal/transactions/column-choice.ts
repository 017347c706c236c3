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

/** The columns this person has chosen in this browser, or the usual ones. */
export function readColumnChoice(request: Request, userId: string): TransactionColumn[] {
  const chosen = readCookie(request, cookie(userId))?.split('.') ?? [];
  return chosen.length ? inListOrder(chosen) : [...defaultTransactionColumns];
}

/** @returns the Set-Cookie header that keeps the choice; none chosen: the usual ones again */
export function saveColumnChoice(userId: string, chosen: readonly string[]): string {
  const columns = inListOrder(chosen);
  return writeCookie(cookie(userId), columns.length > 1 ? columns.join('.') : '', maximumAgeSeconds);
}

/** Those there are, each once, in the order of the list. */
function inListOrder(chosen: readonly string[]): TransactionColumn[] {
  return transactionColumnNames
    .filter((name) => name === 'amount' || chosen.includes(name))
    .slice(0, maxTransactionColumns);
}
