import type { CardIntent } from '~/payments/card-intents';
import { puzzleFor, type Puzzle } from '~/payments/proof-of-work';
import type { Environment } from '~/platform/environment';
import type { FormState } from '../form-state';
import type { Visit } from '../visit';
import type { SavingWords } from '../words/saving';

/** Who wants the card, and which one they have got. */
type Saving = {
  environment: Environment;
  merchantName: string;
  card: { brand: string; lastFour: string } | null;
};

/** `declined`, `faults` and `kept` as on a payment's form; `problem` is what is wrong and belongs to no field. */
export type SavingState = Pick<FormState, 'kept' | 'faults' | 'declined'> & {
  bankSays?: FormState['reason'];
  problem?: keyof Pick<SavingWords, 'outOfDate' | 'noAnswer' | 'unavailable'>;
};

/** What the page is drawn from that saves a card. `back` is null where the merchant named no address; `leaving`: the browser goes there by itself. */
export type SavingContent =
  | { page: 'save'; saving: Saving; puzzle: Puzzle; cancel: string; returns: boolean; state: SavingState }
  | {
      page: 'saved' | 'save_expired' | 'save_failed' | 'save_cancelled';
      saving: Saving;
      back: string | null;
      leaving: boolean;
    };

const endings = {
  completed: 'saved',
  expired: 'save_expired',
  failed: 'save_failed',
  cancelled: 'save_cancelled',
} as const;

/** The page for what the intent is now. `state` is what became of the form, where it is drawn again. */
export function savingContent(visit: Visit, intent: CardIntent, state: SavingState = {}): SavingContent {
  const { environment, card, phase } = intent;
  const saving = {
    environment,
    merchantName: visit.design.companyName || intent.merchantName,
    card: card && { brand: card.brand, lastFour: card.lastFour },
  };
  const returns = intent.successUrl !== null;
  if (phase === 'open')
    return { page: 'save', saving, puzzle: puzzleFor(intent.id), cancel: visit.to('cancel'), returns, state };
  return { page: endings[phase], saving, back: returns ? visit.to('return') : null, leaving: false };
}
