/** Characters that turn the direction of all that follows, or end an isolate: a name could rearrange the sentence around it. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * A name or an amount for a sentence that may run the other way: Unicode's isolates keep its order and the sentence's
 * apart, also in titles and mails, where no markup can. Plain text where both run from left to right.
 */
export function isolateText(text: string, sentenceDirection: 'ltr' | 'rtl'): string {
  const stripped = text.replace(directionControls, '');
  return sentenceDirection === 'rtl' || rightToLeft.test(stripped) ? `\u2068${stripped}\u2069` : stripped;
}
