import type { CardFaults } from './card-check';
import type { Kept } from './card-input';
import type { Words } from './words/words';

export type FormState = {
  kept?: Kept;
  faults?: CardFaults;
  /** What is wrong and belongs to no field. */
  reason?: keyof Words['reasons'];
  declined?: { triesLeft: number };
};
