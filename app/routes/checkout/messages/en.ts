/**
 * All messages of the hosted page. Names and amounts are passed in, formatted for the language. The page's
 * script gets its messages from here.
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
    expiry: 'Expiration date',
    expiryHint: 'For example, 08/29',
    code: 'Security code',
    codeHint: '3 or 4 digits',
    codeOnBack: '3 digits on the back',
    codeOnFront: '4 digits on the front',
    name: 'Name on card',
  },
  savedCards: {
    choose: 'Choose a card',
    expires: (date: string) => `Expires ${date}`,
    another: 'Use another card',
    remove: 'Remove',
    removed: 'The card was removed.',
    declinedCardRemoved: 'The saved card that was declined can’t be used anymore, so it’s no longer listed.',
    confirm: 'Remove card',
    keep: 'Keep card',
    chargesEnd: (merchant: string) =>
      `${merchant} will no longer be able to charge this card. Past payments aren’t affected.`,
    mustEnter: (merchant: string) =>
      `To pay ${merchant} with this card again, you’ll have to enter it. Past payments aren’t affected.`,
  },
  billing: {
    heading: 'Billing address',
    hint: 'Enter it as it appears on your card statement. Your bank may check it.',
    optional: '(optional)',
    country: 'Country or region',
    chooseCountry: 'Select a country',
    address_1: 'Address',
    address_2: 'Apartment, suite, or unit',
    postal_code: 'ZIP or postal code',
    city: 'City',
    state: 'State, province, or region',
    email: 'Email',
    emailHint: 'We’ll send your receipt to this address.',
    testReceipts: 'Test receipts are sent only to members of the merchant’s team.',
  },
  pay: {
    pay: (amount: string) => `Pay ${amount}`,
    order: (amount: string) => `Order and pay ${amount}`,
    book: (amount: string) => `Book and pay ${amount}`,
    donate: (amount: string) => `Donate ${amount}`,
    subscribe: (amount: string) => `Subscribe and pay ${amount}`,
  },
  payingNow: 'Paying…',
  /** While the bank responds: at once, then after a while, then after a long time. */
  progress: [
    'Contacting your bank. Don’t close this page.',
    'Still waiting for your bank. Don’t close this page.',
    'Your bank is taking longer than usual. Don’t close this page or start again.',
  ],
  cancel: (merchant: string) => `Cancel and go back to ${merchant}`,

  error: 'Error:',
  problem: 'There is a problem',
  cardErrors: {
    number_missing: 'Enter the card number',
    number_wrong: 'Check the card number. A digit is wrong or missing.',
    number_unknown: 'Your bank doesn’t recognize this card number. Check it.',
    expiry_missing: 'Enter the expiration date',
    expiry_wrong: 'Enter the expiration date as month and year, such as 08/29',
    expiry_far: 'Check the year of the expiration date',
    expiry_past: 'This card has expired. Use another card.',
    expiry_refused: 'Your bank says this card has expired. Check the date or use another card.',
    code_missing: 'Enter the security code',
    code_wrong: 'The security code has 3 or 4 digits',
    code_not_3: 'The security code of this card has 3 digits',
    code_not_4: 'The security code of this card has 4 digits',
    code_refused: 'The security code doesn’t match. Check it on your card.',
    name_missing: 'Enter the name on the card',
    name_is_number: 'Enter the name on the card, not the card number',
    country_missing: 'Select your country',
    address_missing: 'Enter your address',
    postal_code_missing: 'Enter your ZIP or postal code',
    postal_code_wrong: 'Check the ZIP or postal code. It doesn’t match the selected country.',
    city_missing: 'Enter your city',
    state_missing: 'Enter your state, province, or region',
    email_missing: 'Enter your email address',
    email_wrong: 'Enter an email address such as name@example.com',
    billing_is_number: 'Don’t enter your card number here',
    consent_missing: 'Check the box to agree',
    test_card_required:
      'Only test cards work here, so this card wasn’t charged. Ask the shop for a test card. If it’s your shop, find one in the docs under “Test cards.”',
    test_card_refused: 'This is a test card, which doesn’t work for real payments. Use another card.',
  },
  notTaken: 'Your card wasn’t charged',
  declined: 'Your payment was declined. Your card wasn’t charged.',
  reasons: {
    authentication_failed: 'Your bank couldn’t confirm that it was you. Try again, or use another card.',
    technical_problem: 'A technical problem prevented the payment. Try again, or use another card.',
    insufficient_funds: 'Your card has insufficient funds. Try another card.',
    declined: 'Your bank declined this card. Try another card, or contact your bank.',
    saved_card_unavailable: 'The saved card you chose is no longer available. Use another card.',
    out_of_date: 'This page was out of date. Enter your card details again.',
    unavailable: 'This shop can’t take card payments right now. Try again later.',
    link_completed: 'This payment link has reached its payment limit. Your card wasn’t charged.',
    offline: 'You’re offline, so your card wasn’t charged. Check your connection and try again.',
    card_limit_reached:
      'There were too many attempts with this card. Use another card, or try again in an hour.',
    address_limit_reached: 'Too many cards were tried from your connection. Try again in ten minutes.',
    proof_needed:
      'To protect against card fraud, this page currently requires JavaScript. Turn on JavaScript and enter your card details again, or try again in ten minutes.',
  },
  enterCardAgain: 'Enter your card details again. For your security, this page doesn’t keep them.',
  enterAgain:
    'Enter your card number and security code again. For your security, this page doesn’t keep them.',
  attemptsLeft: (count: number) =>
    count === 1 ? 'You have one attempt left.' : `You have ${count} attempts left.`,

  titles: {
    form: (merchant: string) => `Pay ${merchant}`,
    declined: 'Payment declined',
    remove_card: 'Remove this card?',
    paying: 'Waiting for your bank',
    authenticate: 'Confirm with your bank',
    paid: 'Payment complete',
    refunded: 'Payment refunded',
    released: 'Your card wasn’t charged',
    expired: 'This payment page has expired',
    blocked: 'Too many attempts',
    cancelled: 'This payment was canceled',
    unknown: 'We can’t find this payment',
    failed: 'Something went wrong on our side',
  },
  paying: {
    unknown: (amount: string) => `Your bank hasn’t confirmed your payment of ${amount} yet. Don’t pay again.`,
    goesOn: 'This page checks every few seconds and continues automatically.',
    checkAgain: 'Check now',
    checkedJustNow: 'Checked just now.',
  },
  authenticate: {
    explain: (amount: string) => `Your bank asks you to confirm your payment of ${amount}.`,
    earlier: 'This confirmation is for your previous attempt. The card you just entered wasn’t charged.',
    goOn: 'Continue to your bank',
  },
  paid: {
    taken: (amount: string, merchant: string) => `You paid ${amount} to ${merchant}.`,
    held: (amount: string, merchant: string) => `${amount} is held on your card for ${merchant}.`,
    released: (amount: string, merchant: string) =>
      `The hold of ${amount} for ${merchant} has ended. Your bank may show it for a few more days.`,
    refunded: (amount: string) =>
      `${amount} was refunded. It usually takes 5 to 10 business days to arrive on your card.`,
    chargedBack: (amount: string) => `Your bank gave you ${amount} back.`,
    notAgain: 'You don’t need to pay again.',
    already: 'This payment was already complete, so nothing was charged for your last attempt.',
    receipt: 'You’ll get a receipt by email.',
  },
  link: {
    amount: 'Amount',
    amountRange: (min: string, max: string) => `From ${min} to ${max}`,
    quantityOf: (item: string) => `Quantity of ${item}`,
    quantityRange: (min: number, max: number) => `${min} to ${max}`,
    goOn: 'Continue to payment',
    amountWrong: (min: string, max: string) => `Enter an amount from ${min} to ${max}`,
    quantityWrong: (item: string, min: number, max: number) =>
      `Enter a quantity of ${item} from ${min} to ${max}`,
    nothingChosen: 'Choose at least one item',
    amountUnclear: (currency: string, example: string) =>
      `Enter an amount in ${currency}, such as ${example}`,
    more: (item: string) => `Add one: ${item}`,
    less: (item: string) => `Remove one: ${item}`,
    paid: 'This payment link has been paid',
    inProgress: 'A payment with this link is in progress',
    whyInProgress:
      'Your card wasn’t charged. If you’re paying in another tab, finish there. Otherwise, try again later. The payment can take up to 15 minutes.',
    tryAgain: 'Try again',
    alreadyPaid: (merchant: string) =>
      `You don’t need to pay again. If it wasn’t you who paid, contact ${merchant}.`,
    unusable: 'This payment link can’t be used',
    whyUnusable: (merchant: string) =>
      `It has expired, been deactivated, or reached its payment limit. If you’ve already paid, you don’t need to do anything. Otherwise, ask ${merchant} for a new link.`,
    ended: (merchant: string) =>
      `This payment link can no longer be used. To pay, ask ${merchant} for a new link.`,
    reversed: (merchant: string) =>
      `The payment made with this link was canceled or refunded. To pay, ask ${merchant} for a new link.`,
    tooManyVisits: 'This link was opened too many times from your connection. Try again in ten minutes.',
    notChargedHere: 'Your card wasn’t charged on this page.',
    notPaid: 'You haven’t paid. Your card wasn’t charged.',
    change: 'Change',
    startAgain: 'Start over',
    seeConfirmation: 'See your confirmation',
    reference: (reference: string) => `Your reference: ${reference}`,
  },
  takingYouBack: 'We’re taking you back.',
  goOnTo: (merchant: string) => `Continue to ${merchant}`,
  backTo: (merchant: string) => `Return to ${merchant}`,
  expired: (merchant: string) => `Your card wasn’t charged. Return to ${merchant} and start again.`,
  blocked: (merchant: string) =>
    `None of the attempts succeeded, and your card wasn’t charged. Return to ${merchant} to start again or pay another way.`,
  cancelled: (merchant: string) =>
    `Your card wasn’t charged, and you can no longer pay on this page. Return to ${merchant} to start again.`,
  unknown: {
    why: 'The link may be incomplete or out of date.',
    whatNow:
      'If you’ve already paid, look for a receipt or ask the shop before you pay again. Otherwise, return to the shop and start the payment again.',
  },
  failed: {
    maybePaid:
      'If you already selected the pay button, your payment may have gone through. Don’t enter your card details again until you’ve checked.',
    openAgain: 'Reload this page in a moment to see whether you paid.',
    checkAgain: 'Reload this page',
  },

  support: {
    heading: (merchant: string) => `Contact ${merchant}`,
    email: 'Email',
    phone: 'Phone',
    website: 'Website',
    terms: 'Terms',
    privacy: 'Privacy',
  },
};

export type CheckoutMessages = typeof en;
