import { doneWords, refusalWords } from './words';

export type Outcome = { tone: 'positive' | 'caution'; text: string };

/** What the action that led back to a page has to tell, from `?outcome=`. */
export function outcomeOf(request: Request): Outcome | null {
  const name = new URL(request.url).searchParams.get('outcome') ?? '';
  if (Object.hasOwn(doneWords, name))
    return { tone: 'positive', text: doneWords[name as keyof typeof doneWords] };
  if (Object.hasOwn(refusalWords, name))
    return { tone: 'caution', text: refusalWords[name as keyof typeof refusalWords] };
  return null;
}
