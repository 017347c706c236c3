import type { Language } from '~/platform/text/languages';
import { createAddressErrors } from '../messages/address-errors';
import type { CheckoutMessages } from '../messages/messages';
import type { ErrorTexts } from './error-text';

/** The script's messages, passed on by the page so that each text exists once. */
export type ScriptMessages = ErrorTexts &
  Pick<CheckoutMessages, 'error' | 'payingNow' | 'progress'> &
  Pick<CheckoutMessages['card'], 'codeHint' | 'codeOnBack' | 'codeOnFront'> &
  Pick<CheckoutMessages['reasons'], 'offline'>;

export function pickScriptMessages(messages: CheckoutMessages, language: Language): ScriptMessages {
  const { cardErrors, error, payingNow, progress } = messages;
  const { codeHint, codeOnBack, codeOnFront } = messages.card;
  const { offline } = messages.reasons;
  const addressErrors = createAddressErrors(language);
  return {
    cardErrors,
    addressErrors,
    error,
    payingNow,
    progress,
    codeHint,
    codeOnBack,
    codeOnFront,
    offline,
  };
}
