/**
 * Where the payer's bank sends its statements, and how to reach the payer. Banks compare the address with their records
 * (AVS). Every member may be absent. `country`: ISO 3166-1 alpha-2. `state`: a name or a code.
 */
export type BillingDetails = {
  email?: string;
  phone?: string;
  addressLine1?: string;
  addressLine2?: string;
  postalCode?: string;
  city?: string;
  state?: string;
  country?: string;
};

/** Whether any part of the address is known. */
export const hasAddress = ({ email, phone, ...address }: BillingDetails): boolean =>
  Object.values(address).some((part) => part !== undefined);
