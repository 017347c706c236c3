import { containsCardNumber } from '~/platform/cards/card-numbers';
import { maximumLineLength } from '~/platform/text/line-input';
import type { ExternalIdUse } from '~/payments/idempotency/external-id-uses';
import type { ApiRequestOutcome } from '~/merchants/api-requests/request-records';

/** The kinds of requests within which an external_id is unique, and chargebacks, whose external_id is the acquirer's reference. */
export const familyLabels: Record<ExternalIdUse['family'], string> = {
  transaction: 'Payment (POST /transactions)',
  operation: 'Capture or void (POST /transactions/{trx_id})',
  refund: 'Refund (POST /refunds)',
  payment_intent: 'Payment intent (POST /intents/payment)',
  card_intent: 'Card intent (POST /intents/card)',
  payment_link: 'Payment link (POST /payment_links)',
  chargeback: 'Chargeback (the acquirer’s reference)',
};

type Seen = {
  requests: readonly { status: number; outcome: ApiRequestOutcome | null; code: string | null }[];
  uses: readonly Pick<ExternalIdUse, 'family' | 'outcome' | 'isReturned'>[];
};

/** Why the API refuses an external_id, if it does. */
export function findExternalIdProblem(externalId: string): string | undefined {
  if (!externalId.trim()) return 'Enter an external_id';
  if (containsCardNumber(externalId))
    return 'This looks like a card number. The API refuses such an external_id with card_number_refused.';
  return [...externalId].length > maximumLineLength
    ? `The API refuses an external_id of more than ${maximumLineLength} characters with too_big.`
    : undefined;
}

/** What to do about an external_id, most urgent first. */
export function getAdvice({ requests, uses }: Seen): string[] {
  const some = (test: (request: Seen['requests'][number]) => boolean) => requests.some(test);
  const advice: string[] = [];
  const wasUnknown = some(({ code }) => code === 'outcome_unknown');
  const isUnknown = uses.some(({ outcome }) => outcome === 'PENDING');
  const isDeclined = uses.some(({ outcome }) => outcome === 'FAILED');
  // The log of requests is a moment behind, and payers can still be confirming.
  if (isUnknown)
    advice.push(
      `${wasUnknown ? 'The bank didn’t respond to one of these requests' : 'The outcome isn’t known yet. If this is a payment, the payer may still need to confirm it with their bank'}. Check the transaction, or retry the same request with this external_id. Don’t charge the card again with a different external_id.`,
    );
  else if (wasUnknown && isDeclined)
    advice.push(
      'The bank didn’t respond at first. The outcome is known now: declined. To try again, use a new external_id.',
    );
  else if (wasUnknown)
    advice.push('The bank didn’t respond at first. The outcome is known now: the request succeeded.');
  else if (isDeclined)
    advice.push(
      'This request was declined. Retries with this external_id get the same response. To try again, use a new external_id.',
    );
  if (uses.some(({ isReturned }) => isReturned))
    advice.push(
      'The payer’s bank returned this refund later, so the payer doesn’t have the money. To refund it again, use a new external_id.',
    );
  if (some(({ outcome }) => outcome === 'conflicted'))
    advice.push(
      'A request reused this external_id with different content, so it had no effect. To make a new request, use a new external_id. To retry, send exactly the same content.',
    );
  if (some(({ code }) => code === 'request_in_progress'))
    advice.push(
      'A request arrived while the first one, or another capture or void of the payment, was still in progress. Wait for the time in Retry-After, then send the same request again.',
    );
  if (some(({ outcome }) => outcome === 'replayed'))
    advice.push(
      `Retries returned the ${wasUnknown ? 'outcome' : 'first response'}, and nothing happened twice. Your retries work as intended.`,
    );
  const own = uses.filter(({ family }) => family !== 'chargeback');
  if (own.length < uses.length)
    advice.push(
      'This is the acquirer’s reference for a chargeback. To retrieve it, use GET /transaction with this external_id.',
    );
  if (own.length > 1)
    advice.push(
      'The same external_id was used for different kinds of requests. That’s allowed, because it’s unique within each kind, but separate IDs are easier to follow.',
    );
  if (!own.length && requests.length)
    advice.push('No request with this external_id succeeded, so you can fix the request and reuse it.');
  if (!uses.length && !requests.length)
    advice.push(
      'Nothing was created with this external_id, so it’s available. If you expected a result, check the environment and make sure you entered the complete ID, including capital letters and spaces.',
    );
  if (own.length && !advice.length)
    advice.push('The request arrived and was processed once. You don’t need to do anything.');
  return advice;
}
