import type { ExternalIdUse } from '~/payments/idempotency/external-id-uses';
import type { ApiRequestOutcome } from '~/merchants/api-requests/request-records';

/** Where an external_id is unique, by the requests of the API. */
export const familyLabels: Record<ExternalIdUse['family'], string> = {
  transaction: 'Payment (POST /transactions)',
  operation: 'Capture or void (POST /transactions/{trx_id})',
  refund: 'Refund (POST /refunds)',
  payment_intent: 'Payment intent (POST /intents/payment)',
  card_intent: 'Card intent (POST /intents/card)',
};

type Seen = {
  requests: readonly { status: number; outcome: ApiRequestOutcome | null; code: string | null }[];
  uses: readonly object[];
};

/** What to do, from what was seen of an external_id: the most pressing first. */
export function getAdvice({ requests, uses }: Seen): string[] {
  const some = (test: (request: Seen['requests'][number]) => boolean) => requests.some(test);
  const advice: string[] = [];
  if (some(({ code }) => code === 'outcome_unknown'))
    advice.push(
      'The bank did not answer one of these requests. Send the same request again with this external_id, or look at the transaction. Do not pay again under another one.',
    );
  if (some(({ outcome }) => outcome === 'conflicted'))
    advice.push(
      'A request with this external_id had other content than the first one, and did nothing. If it was meant as a new request, give it an external_id of its own. If it was meant as a repetition, send exactly what was sent first.',
    );
  if (some(({ code }) => code === 'request_in_progress'))
    advice.push(
      'The same request came again while the first was still being worked on. Wait as long as Retry-After says, then send it again: you get the first one’s result.',
    );
  if (some(({ outcome }) => outcome === 'replayed'))
    advice.push(
      'Repetitions were answered with the first reply, and nothing was done twice. That is how retries should look.',
    );
  if (uses.length > 1)
    advice.push(
      'The same external_id was used for requests of different kinds. That is allowed: it is unique within each kind. One of their own for each is easier to follow.',
    );
  if (!uses.length && requests.length)
    advice.push(
      'No request with this external_id was carried out, so it is still free: mend the request and send it with the same one.',
    );
  if (!uses.length && !requests.length)
    advice.push(
      'Nothing was done under this external_id, and no request of the last 30 days had it. It is free. Check the environment, and that the whole identifier was entered: capital letters and spaces count.',
    );
  if (uses.length && !advice.length)
    advice.push(
      'It was used once, and was carried out. There is nothing to do. If you do not know whether your request arrived: it did.',
    );
  return advice;
}
