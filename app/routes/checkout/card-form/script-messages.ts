import type { CheckoutMessages } from '../messages/messages';

/** What the page's script says: the page hands it over, so that each text stands in one place. */
export type ScriptMessages = Pick<CheckoutMessages, 'cardErrors' | 'payingNow'> &
  Pick<CheckoutMessages['card'], 'codeHint' | 'codeOnBack' | 'codeOnFront'>;

export function pickScriptMessages({
  cardErrors,
  payingNow,
  card: { codeHint, codeOnBack, codeOnFront },
}: CheckoutMessages): ScriptMessages {
  return { cardErrors, payingNow, codeHint, codeOnBack, codeOnFront };
}
