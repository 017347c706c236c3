import type { ManualOperation } from '~/payments/operations/available-operations';

export type Request = {
  api: string;
  transactionId: string;
  operation: ManualOperation;
  externalId: string;
  amount: number;
  reason?: string;
};

/** The request to the API that asks for the same, ready for a shell that has an access token in TOKEN. Amount in minor units. */
export function buildCurlCommand({
  api,
  transactionId,
  operation,
  externalId,
  amount,
  reason,
}: Request): string {
  const external_id = externalId;
  const body =
    operation === 'refund'
      ? { external_id, trx_id: transactionId, amount, reason }
      : { external_id, operation, amount, reason };
  const path = operation === 'refund' ? '/refunds' : `/transactions/${transactionId}`;
  return [
    `curl -X POST ${quote(`${api}${path}`)}`,
    `-H "Authorization: Bearer $TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-d ${quote(JSON.stringify(body, null, 2))}`,
  ].join(' \\\n  ');
}

/** As one word of a shell, whatever stands in it. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
