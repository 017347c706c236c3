import { z } from 'zod';
import { disputeOperations, moneyOperations } from './protocol';

/** Faults between a request and its answer. `booked`: whether the request has taken effect by then. */
export const faultNames = [
  'delay_before', // not booked until `ms` later
  'delay_after', // booked, the answer comes `ms` later
  'cut_before', // not booked, the connection closes
  'cut_after', // booked, the connection closes
  'error_before', // not booked, 500
  'error_after', // booked, 500
  'drop_reply', // booked, the connection stays silent
  'process_twice', // the request arrives twice
  'answer_twice', // the answer is sent twice
  'answer_for_another', // booked, the answer has another reference
  'garbage', // booked, the answer is cut in half
] as const;

const faultSchema = z.strictObject({
  fault: z.enum(faultNames),
  /** All operations when absent. */
  operations: z
    .array(z.enum([...moneyOperations, 'verify', 'lookup', 'statement', ...disputeOperations]))
    .min(1)
    .optional(),
  /** How often the fault applies. Always when absent. */
  times: z.int().min(1).optional(),
  probability: z.number().gt(0).max(1).optional(),
  ms: z.int().min(0).max(600_000).default(1_000),
});

export const faultsSchema = z.array(faultSchema).max(100);
export type Fault = z.infer<typeof faultSchema>;
export type Operation = NonNullable<Fault['operations']>[number];

/** The active faults. */
export class Faults {
  #switched: Fault[] = [];

  switch(faults: Fault[]): void {
    this.#switched = faults.map((fault) => ({ ...fault }));
  }

  list(): Fault[] {
    return this.#switched;
  }

  /** The fault that applies to an operation now. Reduces its remaining count by one. */
  take(operation: Operation): Fault | undefined {
    const fault = this.#switched.find(
      ({ operations, probability = 1 }) =>
        (!operations || operations.includes(operation)) && Math.random() < probability,
    );
    if (fault?.times !== undefined && --fault.times === 0)
      this.#switched = this.#switched.filter((other) => other !== fault);
    return fault;
  }
}
