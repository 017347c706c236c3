import { createContext, useContext } from 'react';

/** Where the things that a story links to are: the merchant's own pages, or those of the staff, which have no page for a delivery alone. */
type Places = {
  transaction: (id: string) => string;
  request: (id: string) => string;
  delivery: (id: string) => string;
};

const ofMerchant: Places = {
  transaction: (id) => `/transactions/${id}`,
  request: (id) => `/developers/requests/${id}`,
  delivery: (id) => `/developers/webhooks/deliveries/${id}`,
};

export const PlacesContext = createContext(ofMerchant);

export const usePlaces = (): Places => useContext(PlacesContext);
