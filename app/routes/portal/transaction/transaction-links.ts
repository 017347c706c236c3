import { createContext, useContext } from 'react';

/**
 * The URLs of a timeline's links: the merchant's own pages, or those of the staff, which have no page for a
 * delivery.
 */
type TransactionLinks = {
  transaction: (id: string) => string;
  request: (id: string) => string;
  delivery: (id: string) => string;
  /** The page of a payment intent, which only staff have. */
  intent?: (id: string) => string;
};

const ofMerchant: TransactionLinks = {
  transaction: (id) => `/transactions/${id}`,
  request: (id) => `/developers/requests/${id}`,
  delivery: (id) => `/developers/webhooks/deliveries/${id}`,
};

export const TransactionLinksContext = createContext(ofMerchant);

export const useTransactionLinks = (): TransactionLinks => useContext(TransactionLinksContext);
