import type { Params } from '@remix-run/react';
import { findDispute, type DisputeRejection, type DisputeView } from '~/payments/disputes/disputes';
import { maximumEvidenceTextLength } from '~/payments/text-limits';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { requireInEnvironment } from '../selection/require-in-environment';

type Reader = { account: { id: string; mode: string }; environment: Environment };

/**
 * The URL's chargeback.
 * @throws 404 when the account has no such chargeback in this environment
 */
export async function requireDispute(
  { account, environment }: Reader,
  { id = '' }: Params,
): Promise<DisputeView> {
  return requireInEnvironment({ account, environment }, 'chargeback', async (where) =>
    isId('trx', id) ? findDispute({ accountId: account.id, environment: where, id }) : null,
  );
}

export const conflictMessage =
  'Someone else changed the draft after you opened it, so nothing was saved or sent. Their draft is below. Save again to replace it';

export const rejectionMessages: Record<Exclude<DisputeRejection, 'not_open'>, string> = {
  nothing_to_send: 'Write an explanation or add a file',
  files_checking: 'A file is still being uploaded or checked. Wait a moment, then submit again',
  holds_card_number: 'Remove the card number. The last four digits are enough',
  too_long: `Shorten the explanation to ${maximumEvidenceTextLength.toLocaleString('en')} characters`,
};
