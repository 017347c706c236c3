import { reviewResultMessages, reviewActionRejectionMessages } from './review-labels';

export type ReviewFlashMessage = { tone: 'positive' | 'caution'; text: string };

/** The result of the last action, from `?outcome=`. */
export function readReviewFlashMessage(request: Request): ReviewFlashMessage | null {
  const name = new URL(request.url).searchParams.get('outcome') ?? '';
  if (Object.hasOwn(reviewResultMessages, name))
    return { tone: 'positive', text: reviewResultMessages[name as keyof typeof reviewResultMessages] };
  if (Object.hasOwn(reviewActionRejectionMessages, name))
    return {
      tone: 'caution',
      text: reviewActionRejectionMessages[name as keyof typeof reviewActionRejectionMessages],
    };
  return null;
}
