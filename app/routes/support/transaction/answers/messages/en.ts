/**
 * What staff read to a payer about a payment. Each text is a sentence or two, which are joined. Names, amounts, and dates are
 * passed in, formatted for the language. `at` is a date with its time.
 */
export const answersEn = {
  declined: {
    what: (amount: string, merchant: string, date: string) =>
      `Your payment of ${amount} to ${merchant} on ${date} was declined.`,
    reasons: {
      number_unknown: 'The card number wasn’t recognized.',
      expiry_refused: 'The card had expired, or the expiration date was wrong.',
      code_refused: 'The security code didn’t match.',
      authentication_failed: 'Your bank couldn’t confirm that it was you.',
      technical_problem: 'A technical problem prevented the payment.',
      insufficient_funds: 'The card had insufficient funds.',
      declined: 'We don’t have a reason that we can share. Your bank may be able to tell you more.',
    },
    notCharged: 'Your card wasn’t charged.',
    reversing: 'Your bank approved it later after all. We’re reversing it.',
    reversed:
      'Your bank approved it later after all, and we reversed it. Your bank may need several business days to show that.',
    notReversed: 'Your bank approved it later after all, and it hasn’t been reversed yet.',
    succeeded: (amount: string, at: string) =>
      `Your payment of ${amount} on ${at} succeeded, so you don’t need to pay again.`,
    retry: (merchant: string) => `If you still want to pay ${merchant}, try again or use another card.`,
  },
  refund: {
    sent: (amount: string, merchant: string, date: string) =>
      `${merchant} refunded ${amount}. The refund was sent to your bank on ${date}.`,
    reference: (reference: string) => `If your bank asks for a reference, it’s ${reference}.`,
    card: (lastFour: string) => `The money goes back to the card that you paid with, ending in ${lastFour}.`,
    usual: 'A refund usually takes 5 to 10 business days to appear on your statement.',
    overdue: 'That time has passed. If you can’t find the refund on your statement, contact your bank.',
    pending: (amount: string, date: string) =>
      `A refund of ${amount} was requested on ${date}. It hasn’t been confirmed yet.`,
    failed: (amount: string, date: string) =>
      `A refund of ${amount} was requested on ${date} and failed. You didn’t receive this money.`,
    returned: (amount: string, date: string) =>
      `Your bank returned the refund of ${amount} that was sent on ${date}. You didn’t receive this money.`,
    contact: (merchant: string) => `Contact ${merchant} to get it in another way.`,
    earlier: (count: number) =>
      count === 1 ? 'One earlier refund isn’t included.' : `${count} earlier refunds aren’t included.`,
  },
  hold: {
    was: (amount: string, merchant: string, date: string) =>
      `On ${date}, ${amount} was held on your card for ${merchant}.`,
    still: (amount: string) => `${amount} is still on hold. It’s set aside, but not charged.`,
    until: (merchant: string, date: string) =>
      `${merchant} can charge it until ${date}. Otherwise, it’s released.`,
    open: (merchant: string) => `${merchant} can charge or release it.`,
    ended: (date: string) => `The hold ended on ${date} and is being released.`,
    waiting: (amount: string) => `A change to ${amount} of the hold hasn’t been confirmed yet.`,
    charged: (amount: string, merchant: string) =>
      `${merchant} charged ${amount} of it. The hold and this charge are one payment, not two.`,
    released: (amount: string) =>
      `${amount} was released and won’t be charged. Your bank may need several business days to show that.`,
  },
  duplicate: {
    others: (count: number, amount: string, merchant: string) =>
      count === 1
        ? `There’s another payment of ${amount} to ${merchant} within 24 hours of this one, with the same card, email address, or order.`
        : `There are ${count} other payments of ${amount} to ${merchant} within 24 hours of this one, with the same card, email address, or order.`,
    atLeast: (count: number, amount: string, merchant: string) =>
      count === 1
        ? `There’s at least one other payment of ${amount} to ${merchant} within 24 hours of this one, with the same card, email address, or order.`
        : `There are at least ${count} other payments of ${amount} to ${merchant} within 24 hours of this one, with the same card, email address, or order.`,
    pending: (at: string) => `The payment on ${at} hasn’t been confirmed yet.`,
    declined: (at: string) => `The payment on ${at} was declined and not charged.`,
    reversing: (at: string) =>
      `The payment on ${at} was declined, your bank approved it later, and it’s being reversed.`,
    reversed: (at: string) =>
      `The payment on ${at} was declined, your bank approved it later, and it was reversed.`,
    notReversed: (at: string) =>
      `The payment on ${at} was declined, your bank approved it later, and it hasn’t been reversed yet.`,
    held: (at: string) => `The payment on ${at} is on hold and hasn’t been charged.`,
    released: (at: string) => `The payment on ${at} was released and not charged.`,
    charged: (at: string, amount: string) => `For the payment on ${at}, ${amount} was charged.`,
    refunded: (amount: string) => `${amount} of it was refunded.`,
    refunding: (amount: string) => `A refund of ${amount} hasn’t been confirmed yet.`,
    disputed: (amount: string) => `${amount} of it is disputed through your bank.`,
    chargedBack: (amount: string) => `Your bank took back ${amount} of it.`,
    stillHeld: (amount: string) => `Another ${amount} of it is on hold.`,
    several: (merchant: string) =>
      `More than one of these payments was charged. If you meant to pay only once, ask ${merchant} for a refund.`,
    one: 'Only one of these payments remains charged.',
    none: 'None of these payments remains charged.',
  },
  unpaid: {
    canceled: (amount: string, merchant: string, at: string) =>
      `You weren’t charged: the payment of ${amount} to ${merchant} was canceled on ${at}.`,
    expired: (amount: string, merchant: string, at: string) =>
      `You weren’t charged: the payment of ${amount} to ${merchant} wasn’t completed before it expired on ${at}.`,
    failed: (amount: string, merchant: string) =>
      `You weren’t charged: the payment of ${amount} to ${merchant} was closed after several declined attempts.`,
    open: (amount: string, merchant: string) =>
      `You haven’t been charged so far: the payment of ${amount} to ${merchant} isn’t complete yet.`,
    noRequest: 'No request was sent to your bank.',
    notOpened: 'The payment page wasn’t opened.',
    declined: (count: number) =>
      count === 1 ? 'One attempt was declined.' : `${count} attempts were declined.`,
    otherPayment: 'There’s another payment for this order. Don’t pay again until it has been checked.',
    payUntil: (at: string) => `You can still pay on the payment page until ${at}.`,
    orderAgain: (merchant: string) => `To buy, order again at ${merchant}.`,
  },
};

export type AnswerMessages = typeof answersEn;
