/** Links from a merchant's records to the staff's pages. Webhook deliveries are a section of a transaction's page. */
export const getSupportLinks = (accountId: string) => ({
  transaction: (id: string) => `/support/transactions/${id}`,
  request: (id: string) => `/support/requests/${id}`,
  delivery: () => '#webhooks',
  intent: (id: string) => `/support/intents/${id}`,
  payout: (id: string) => `/support/merchants/${accountId}/payouts/${id}`,
});
