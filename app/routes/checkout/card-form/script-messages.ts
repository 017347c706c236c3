import type { CheckoutMessages } from '../messages/messages';

/** The script's messages, passed on by the page so that each text exists once. */
export type ScriptMessages = Pick<CheckoutMessages, 'cardErrors' | 'payingNow'> &
  Pick<CheckoutMessages['card'], 'codeHint' | 'codeOnBack' | 'codeOnFront'>;

export function pickScriptMessages({
  cardErrors,
  payingNow,
  card: { codeHint, codeOnBack, codeOnFront },
}: CheckoutMessages): ScriptMessages {
  return { cardErrors, payingNow, codeHint, codeOnBack, codeOnFront };
}
