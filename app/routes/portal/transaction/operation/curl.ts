import type { ManualOperation } from '~/payments/operations/available-operations';

export type Request = {
  api: string;
  transactionId: string;
  operation: ManualOperation;
  externalId: string;
  amount: number;
  reason?: string;
};

/** The equivalent API request for a shell with an access token in TOKEN. Amount in minor units. */
export function buildOperationCommand({
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

/** Quoted as one shell word, whatever it contains. */
function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
