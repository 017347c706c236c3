import { isLanguage, type Language } from '~/platform/text/languages';

/** The states of the payers' page that can be previewed. */
export const sampleStates = {
  empty: 'Card form',
  saved_cards: 'Saved cards',
  billing: 'Billing address',
  errors: 'Errors',
  declined: 'Declined',
  paid: 'Paid',
  link: 'Payment link',
} as const;

export type SampleChoice = { state: keyof typeof sampleStates; language: Language | null };

/** From the fields `state` and `sampleLanguage` of a form. Without a language, the sample has the design's. */
export function readSampleChoice(form: FormData | URLSearchParams): SampleChoice {
  const [state, language] = [form.get('state'), form.get('sampleLanguage')];
  return {
    state:
      typeof state === 'string' && Object.hasOwn(sampleStates, state)
        ? (state as SampleChoice['state'])
        : 'empty',
    language: typeof language === 'string' && isLanguage(language) ? language : null,
  };
}
