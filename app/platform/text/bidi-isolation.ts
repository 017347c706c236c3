/**
 * Characters that change the direction of following text, or end an isolate: a name could rearrange the
 * sentence around it.
 */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/**
 * Isolates a name or amount in a sentence that may have another direction, with Unicode characters, because
 * titles and emails have no markup. Returns plain text where both are left-to-right.
 */
export function isolateText(text: string, sentenceDirection: 'ltr' | 'rtl'): string {
  const stripped = text.replace(directionControls, '');
  return sentenceDirection === 'rtl' || rightToLeft.test(stripped) ? `\u2068${stripped}\u2069` : stripped;
}
