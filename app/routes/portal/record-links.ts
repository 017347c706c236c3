import { createContext, useContext } from 'react';

/**
 * The URLs of links to a merchant's records: the merchant's own pages, or those of the staff, which have no page for a
 * delivery.
 */
type RecordLinks = {
  transaction: (id: string) => string;
  request: (id: string) => string;
  delivery: (id: string) => string;
  payout: (id: string) => string;
  /** The page of a payment intent, which only staff have. */
  intent?: (id: string) => string;
};

const ofMerchant: RecordLinks = {
  transaction: (id) => `/transactions/${id}`,
  request: (id) => `/developers/requests/${id}`,
  delivery: (id) => `/developers/webhooks/deliveries/${id}`,
  payout: (id) => `/payouts/${id}`,
};

export const RecordLinksContext = createContext(ofMerchant);

export const useRecordLinks = (): RecordLinks => useContext(RecordLinksContext);
