import type { Words } from './words/words';

/** What the page's script says: the page hands it over, so that each text stands in one place. */
export type ScriptWords = Pick<Words, 'faults' | 'payingNow'> &
  Pick<Words['card'], 'codeHint' | 'codeOnBack' | 'codeOnFront'>;

export function scriptWords({
  faults,
  payingNow,
  card: { codeHint, codeOnBack, codeOnFront },
}: Words): ScriptWords {
  return { faults, payingNow, codeHint, codeOnBack, codeOnFront };
}
