import {
  reviewActionRejectionMessages,
  reviewResultMessages,
  suspensionRejectionMessages,
} from './review-labels';

const rejectionMessages = { ...reviewActionRejectionMessages, ...suspensionRejectionMessages };

/** `isAboutItems`: it belongs beside the items that are left, and the decision. */
export type ReviewFlashMessage = { tone: 'positive' | 'caution'; text: string; isAboutItems?: boolean };

/** The result of the last action, from `?outcome=`. */
export function readReviewFlashMessage(request: Request): ReviewFlashMessage | null {
  const name = new URL(request.url).searchParams.get('outcome') ?? '';
  if (Object.hasOwn(reviewResultMessages, name))
    return {
      tone: 'positive',
      text: reviewResultMessages[name as keyof typeof reviewResultMessages],
      isAboutItems: name === 'rest_accepted' || name === 'opened_accepted',
    };
  if (Object.hasOwn(rejectionMessages, name))
    return { tone: 'caution', text: rejectionMessages[name as keyof typeof rejectionMessages] };
  return null;
}
