/** The acquirers that staff can connect. The simulator is built in. */
export const processors = ['stripe', 'adyen'] as const;
export type Processor = (typeof processors)[number];
export type AcquirerName = Processor | 'simulator';

export const acquirerLabels: Record<AcquirerName, string> = {
  simulator: 'Simulator',
  stripe: 'Stripe',
  adyen: 'Adyen',
};
