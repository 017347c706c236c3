import { reviewResultMessages, reviewRefusalMessages } from './review-labels';

export type ReviewFlashMessage = { tone: 'positive' | 'caution'; text: string };

/** The result of the last action, from `?outcome=`. */
export function readReviewFlashMessage(request: Request): ReviewFlashMessage | null {
  const name = new URL(request.url).searchParams.get('outcome') ?? '';
  if (Object.hasOwn(reviewResultMessages, name))
    return { tone: 'positive', text: reviewResultMessages[name as keyof typeof reviewResultMessages] };
  if (Object.hasOwn(reviewRefusalMessages, name))
    return { tone: 'caution', text: reviewRefusalMessages[name as keyof typeof reviewRefusalMessages] };
  return null;
}
