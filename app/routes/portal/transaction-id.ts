/** Whether text has the form of a transaction id. Anything else is not worth asking the database about. */
export function isTransactionId(text: string): boolean {
  return /^trx_[0-9a-hjkmnp-tv-z]{36}$/.test(text);
}
