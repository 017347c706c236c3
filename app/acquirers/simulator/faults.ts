import { z } from 'zod';
import { disputeOperations, moneyOperations } from './protocol';

/** What can go wrong between a request and its answer. `booked` says whether the request has had its effect by then. */
export const faultNames = [
  'delay_before', // not booked until `ms` later
  'delay_after', // booked, the answer comes `ms` later
  'cut_before', // not booked, the connection is gone
  'cut_after', // booked, the connection is gone
  'error_before', // not booked, 500
  'error_after', // booked, 500
  'drop_reply', // booked, the connection stays silent
  'process_twice', // the request arrives twice
  'answer_twice', // the answer is sent twice
  'answer_for_another', // booked, the answer is about another reference
  'garbage', // booked, the answer is half of one
] as const;

const faultSchema = z.strictObject({
  fault: z.enum(faultNames),
  /** All when absent. */
  operations: z
    .array(z.enum([...moneyOperations, 'verify', 'lookup', 'statement', ...disputeOperations]))
    .min(1)
    .optional(),
  /** How often it strikes; always when absent. */
  times: z.int().min(1).optional(),
  probability: z.number().gt(0).max(1).optional(),
  ms: z.int().min(0).max(600_000).default(1_000),
});

export const faultsSchema = z.array(faultSchema).max(100);
export type Fault = z.infer<typeof faultSchema>;
export type Operation = NonNullable<Fault['operations']>[number];

/** The faults that are switched on. */
export class Faults {
  #switched: Fault[] = [];

  switch(faults: Fault[]): void {
    this.#switched = faults.map((fault) => ({ ...fault }));
  }

  list(): Fault[] {
    return this.#switched;
  }

  /** The fault that strikes an operation now, which uses it up by one. */
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
