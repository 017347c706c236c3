/**
 * All that a payer reads on the hosted page. Names and amounts arrive ready to stand in a sentence of this language.
 * Nothing here is repeated by the page's script, which is handed what it needs.
 */
export const en = {
  testEnvironment: 'Test environment.',
  simulatedLive: 'Simulated live environment.',
  noRealMoney: 'No real money moves.',
  environment: 'Environment',
  servedBy: (brand: string) => `Card payments by ${brand}`,
  language: 'Language',

  amountToPay: 'Amount to pay',
  order: {
    caption: 'Order details',
    item: 'Item',
    amount: 'Amount',
    total: 'Total',
    tax: 'Tax',
    adjustment: 'Adjustment',
    folded: (count: number) => `Your order: ${count} items`,
  },

  card: {
    heading: 'Pay by card',
    number: 'Card number',
    expiry: 'Expiry date',
    expiryHint: 'Such as 08/29',
    code: 'Security code',
    codeHint: '3 or 4 digits',
    codeOnBack: '3 digits on the back',
    codeOnFront: '4 digits on the front',
    name: 'Name on card',
  },
  pay: {
    pay: (amount: string) => `Pay ${amount}`,
    order: (amount: string) => `Order and pay ${amount}`,
    book: (amount: string) => `Book and pay ${amount}`,
    donate: (amount: string) => `Donate ${amount}`,
    subscribe: (amount: string) => `Subscribe and pay ${amount}`,
  },
  payingNow: 'Paying …',
  cancel: (merchant: string) => `Cancel and go back to ${merchant}`,

  error: 'Error:',
  problem: 'There is a problem',
  cardErrors: {
    number_missing: 'Enter the card number',
    number_wrong: 'Check the card number: a digit is wrong or missing',
    number_unknown: 'Your bank does not know this card number. Check it',
    expiry_missing: 'Enter the expiry date',
    expiry_wrong: 'Enter the expiry date as month and year, such as 08/29',
    expiry_past: 'This card has expired. Use another card',
    expiry_refused: 'Your bank says this card has expired. Check the date or use another card',
    code_missing: 'Enter the security code',
    code_wrong: 'The security code has 3 or 4 digits',
    code_not_3: 'The security code of this card has 3 digits',
    code_not_4: 'The security code of this card has 4 digits',
    code_refused: 'The security code does not match. Check it on your card',
    name_missing: 'Enter the name on the card',
    name_is_number: 'Enter the name on the card here, not its number',
    test_card_required:
      'Only test cards work here, so this card was not used. The shop can tell you a test card',
    test_card_refused: 'This is a test card, and here real money moves. Use another card',
  },
  notTaken: 'No money was taken',
  declined: 'The payment was declined. No money was taken',
  reasons: {
    insufficient_funds: 'There is not enough money on this card. Try another one.',
    declined: 'Your bank declined this card. Try another one, or ask your bank.',
    out_of_date:
      'This page was out of date, so this card was not tried and no money was taken. Please enter it again.',
    unavailable: 'This shop cannot take card payments at the moment. Try again later.',
    card_limit_reached:
      'This card was tried too often. No money was taken. Use another card, or try again in an hour.',
    address_limit_reached:
      'Too many cards were tried from here. No money was taken. Try again in ten minutes.',
    proof_needed:
      'This shop is just now being protected against card fraud, and that needs JavaScript. No money was taken. Turn it on and enter your card again, or try again in ten minutes.',
  },
  attemptsLeft: (count: number) =>
    count === 1 ? 'You can try once more.' : `You can try ${count} more times.`,

  titles: {
    form: (merchant: string) => `Pay ${merchant}`,
    declined: 'Payment declined',
    paying: 'Waiting for your bank',
    paid: 'Payment complete',
    expired: 'This payment page has expired',
    blocked: 'Too many attempts',
    cancelled: 'You canceled this payment',
    unknown: 'We cannot find this payment',
    failed: 'Something went wrong on our side',
  },
  paying: {
    unknown: (amount: string) =>
      `Your bank has not told us yet whether the payment of ${amount} went through. Please do not pay a second time.`,
    goesOn: 'This page looks again every few seconds. It goes on by itself when the answer is here.',
    checkAgain: 'Look again now',
  },
  paid: {
    taken: (amount: string, merchant: string) => `You have paid ${amount} to ${merchant}.`,
    held: (amount: string, merchant: string) => `${amount} is held on your card for ${merchant}.`,
    notAgain: 'You do not need to pay again.',
  },
  takingYouBack: 'We are taking you back.',
  goOnTo: (merchant: string) => `Go on to ${merchant}`,
  backTo: (merchant: string) => `Back to ${merchant}`,
  expired: (merchant: string) => `No money was taken. Go back to ${merchant} and start again.`,
  blocked: (merchant: string) =>
    `None of the attempts went through and no money was taken. Go back to ${merchant} to choose another way to pay.`,
  cancelled: (merchant: string) =>
    `No money was taken, and this page takes no payment any more. Go back to ${merchant} to start again.`,
  unknown: {
    noMoney: 'The link may be incomplete or out of date. No money was taken here.',
    startAgain: 'Go back to the shop and start the payment again.',
  },
  failed: {
    maybePaid:
      'If you had pressed the button to pay, we may have taken the payment. Please do not enter your card again before you know.',
    openAgain: 'Open this page again in a moment: it says whether you have paid.',
    checkAgain: 'Open this page again',
  },

  support: {
    heading: (merchant: string) => `Questions to ${merchant}`,
    email: 'E-mail',
    phone: 'Phone',
    website: 'Website',
    terms: 'Terms',
    privacy: 'Privacy',
  },
};

export type CheckoutMessages = typeof en;
