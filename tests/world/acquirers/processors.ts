import { createAdyen } from '~/acquirers/adyen/adyen';
import { processorAdapters } from '~/acquirers/registry';
import { createSimulator } from '~/acquirers/simulator/simulator';
import { createStripe } from '~/acquirers/stripe/stripe';

/** The open stand-ins, by connection. */
export const standInOrigins = new Map<string, URL>();

/**
 * Connections of other tests stay in the database, and their processors can't be reached. They continue with a simulator
 * that doesn't know their payments.
 */
export function keepProcessorsApart(): void {
  processorAdapters.stripe = (access) => {
    const origin = standInOrigins.get(access.id);
    return origin ? createStripe(access, origin) : createSimulator(undefined);
  };
  processorAdapters.adyen = (access) => {
    const origin = standInOrigins.get(access.id);
    return origin ? createAdyen(access, origin) : createSimulator(undefined);
  };
}
