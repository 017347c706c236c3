import type { CheckoutMessages } from '../messages/messages';

/** The script's messages, passed on by the page so that each text exists once. */
export type ScriptMessages = Pick<CheckoutMessages, 'cardErrors' | 'error' | 'payingNow' | 'progress'> &
  Pick<CheckoutMessages['card'], 'codeHint' | 'codeOnBack' | 'codeOnFront'> &
  Pick<CheckoutMessages['reasons'], 'offline'>;

export function pickScriptMessages({
  cardErrors,
  error,
  payingNow,
  progress,
  card: { codeHint, codeOnBack, codeOnFront },
  reasons: { offline },
}: CheckoutMessages): ScriptMessages {
  return { cardErrors, error, payingNow, progress, codeHint, codeOnBack, codeOnFront, offline };
}
