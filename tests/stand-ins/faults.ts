import { z } from 'zod';

const match = {
  method: z.enum(['GET', 'POST']).optional(),
  /** `/v1/payment_intents/*\/confirm`: an asterisk is one part of the path. Every request when absent. */
  path: z
    .string()
    .startsWith('/')
    .refine((path) => !path.startsWith('/_stand-in/'), 'Commands have no faults.')
    .optional(),
  /** How many matching requests are spared first. */
  skip: z.int().min(0).default(0),
  /** To how many requests the fault applies. To all when absent. */
  times: z.int().min(1).optional(),
};
const effect = z.enum(['before', 'after']);

/** What goes wrong with an answer. `effect`: whether the request takes effect before it. */
const faultSchema = z.discriminatedUnion('fault', [
  z.strictObject({ ...match, fault: z.literal('delay'), effect, ms: z.int().min(0).max(600_000) }),
  z.strictObject({ ...match, fault: z.literal('reset'), effect }),
  z.strictObject({
    ...match,
    fault: z.literal('error'),
    effect,
    status: z.int().min(500).max(599).default(500),
    /** Whether the processor keeps the error under the idempotency key. Without it, a retry executes or finds the effect. */
    replayed: z.boolean().default(true),
  }),
  z.strictObject({ ...match, fault: z.literal('cut'), bytes: z.int().min(0) }),
  z.strictObject({ ...match, fault: z.literal('rate_limit'), retryAfter: z.int().min(0).default(1) }),
  z.strictObject({
    ...match,
    fault: z.literal('unknown_status'),
    status: z.string().default('status_of_tomorrow'),
  }),
  z.strictObject({ ...match, fault: z.literal('invalid_json') }),
  /** A proxy answers with JSON of its own. The request has taken effect. */
  z.strictObject({ ...match, fault: z.literal('foreign_json'), status: z.int().default(503) }),
]);
export const faultsSchema = z.array(faultSchema).max(100);
export type Fault = z.infer<typeof faultSchema>;
export type FaultInput = z.input<typeof faultSchema>;

/** The active faults. The first that matches applies. */
export class StandInFaults {
  #active: Fault[] = [];

  set(faults: FaultInput[]): Fault[] {
    return (this.#active = faultsSchema.parse(faults));
  }

  list(): Fault[] {
    return this.#active;
  }

  take(method: string, path: string): Fault | undefined {
    for (const fault of this.#active) {
      if (fault.method && fault.method !== method) continue;
      if (fault.path && !isMatch(fault.path, path)) continue;
      if (fault.skip > 0) {
        fault.skip -= 1;
        continue;
      }
      if (fault.times !== undefined && --fault.times === 0)
        this.#active = this.#active.filter((other) => other !== fault);
      return fault;
    }
    return undefined;
  }
}

function isMatch(pattern: string, path: string): boolean {
  const [expected, actual] = [pattern.split('/'), path.split('/')];
  return (
    expected.length === actual.length &&
    expected.every((part, index) => part === '*' || part === actual[index])
  );
}
