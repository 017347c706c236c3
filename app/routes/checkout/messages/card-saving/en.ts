/** The messages for saving a card, in addition to those of a payment. */
export const cardSavingEn = {
  title: 'Save your card',
  why: (merchant: string, brand: string) =>
    `${brand} saves your card so that you can pay ${merchant} faster. It’s charged only when you make a payment yourself.`,
  whyForMerchant: (merchant: string, brand: string) =>
    `${brand} saves your card so that ${merchant} can charge it later.`,
  consent: {
    recurring: (merchant: string) =>
      `I authorize ${merchant} to charge this card for recurring payments, such as a subscription, without asking me each time.`,
    installment: (merchant: string) =>
      `I authorize ${merchant} to charge this card for the installments of my purchase, without asking me each time.`,
    unscheduled: (merchant: string) =>
      `I authorize ${merchant} to charge this card as I use its services, such as for a top-up, without asking me each time.`,
  },
  nothingNow: 'Your card won’t be charged now. We only check with your bank that it’s valid.',
  codeNotKept: 'The security code isn’t saved.',
  save: 'Save card',
  savingNow: 'Saving…',
  cancel: 'Cancel',
  declined: 'Your card was declined and wasn’t saved',
  notSaved: 'Your card wasn’t saved',
  outOfDate: 'This page was out of date, so your card wasn’t saved. Enter your card details again.',
  noAnswer: 'Your bank didn’t respond. Your card wasn’t charged. Try again.',
  unavailable: 'Cards can’t be saved right now. Try again later.',
  authenticate: 'Your bank needs you to confirm this card before it’s saved. Your card won’t be charged.',
  checking: 'Your bank hasn’t confirmed your card yet. Your card wasn’t charged.',
  anotherCard: 'Use another card',
  titles: {
    save_checking: 'Waiting for your bank',
    save_authenticate: 'Confirm with your bank',
    saved: 'Your card is saved',
    save_expired: 'This page has expired',
    save_failed: 'Too many attempts',
    save_cancelled: 'No card was saved',
    save_removed: 'This card is no longer saved',
  },
  savedForPayer: (card: string, merchant: string) =>
    `Your card (${card}) is saved for your next payment to ${merchant}. It wasn’t charged today.`,
  savedForMerchant: (card: string, merchant: string) =>
    `${merchant} can now charge your card (${card}). Your card wasn’t charged today.`,
  save_expired: (merchant: string) => `No card was saved. Return to ${merchant} and start again.`,
  save_failed: 'None of the cards was accepted. No card was saved or charged.',
  save_cancelled: 'You canceled. Your card wasn’t charged.',
  save_removed: (merchant: string) => `${merchant} can’t charge it anymore.`,
  mayClose: 'You can close this page.',
};

export type CardSavingMessages = typeof cardSavingEn;
