import { beforeAll, expect, test } from 'vitest';
import type { PaymentFacts } from '~/payments/transactions/payment-facts';
import type { languages } from '~/platform/text/languages';
import { buildApiClient } from '../../../../../tests/world/api-client';
import { readVisibleText } from '../../../../../tests/world/browser';
import { buildStaff, type Staff } from '../../../../../tests/world/identity/staff';
import { buildMerchant } from '../../../../../tests/world/merchants';
import { paymentStates } from '../../../../../tests/world/payments/payment-states';
import { answerPayer, isOverdue, type AnswerInput } from './answers';
import { answerMessages } from './answer-messages';

let support: Staff;
beforeAll(async () => {
  support = await buildStaff('support');
});

/** The answers on a payment's page by question, with M for the merchant, D for a day, and R for a reference. */
async function readAnswers(id: string): Promise<Record<string, string>> {
  const html = await (await support.open(`/support/transactions/${id}`)).text();
  const answers = html.matchAll(
    /<h3 id="answer-[^>]*>(.*?)<\/h3>.*?<p lang="en" dir="ltr"[^>]*>(.*?)<\/p>/gs,
  );
  return Object.fromEntries(
    [...answers].map(([, question, text]) => {
      const [notice, rest] = readVisibleText(text!).split('No real money moves. ');
      expect(notice).toBe('Test environment. ');
      return [
        question!,
        rest!
          .replaceAll('Fern Teas', 'M')
          .replaceAll(/[A-Z][a-z]+ \d+, 20\d\d/g, 'D')
          .replaceAll(/sim_op_\w+/g, 'R')
          .replaceAll(/\sUSD/g, ''),
      ];
    }),
  );
}

const hold = 'What is this hold?';
const held = 'On D, $100.00 was held on your card for M.';
const until = 'It’s set aside, but not charged. M can charge it until D. Otherwise, it’s released.';
const slowBank = 'Your bank may need several business days to show that.';
const onePayment = 'The hold and this charge are one payment, not two.';
const charged = `M charged $40.00 of it. ${onePayment}`;
const rest = `$60.00 was released and won’t be charged. ${slowBank}`;
const refunded = (amount: string) => ({
  'Where is my refund?': `M refunded ${amount}. The refund was sent to your bank on D. If your bank asks for a reference, it’s R. The money goes back to the card that you paid with, ending in 4242. A refund usually takes 5 to 10 business days to appear on your statement.`,
});

const expectedAnswers: Record<string, Record<string, string>> = {
  PENDING: { [hold]: 'Your bank hasn’t confirmed your payment of $100.00 yet. Don’t pay again.' },
  AUTHORIZED: { [hold]: `${held} $100.00 is still on hold. ${until}` },
  'AUTHORIZED, partly voided': {
    [hold]: `${held} $30.00 was released and won’t be charged. ${slowBank} $70.00 is still on hold. ${until}`,
  },
  'AUTHORIZED, with a capture nobody answered': {
    [hold]: `${held} A change to $30.00 of the hold hasn’t been confirmed yet. $70.00 is still on hold. ${until}`,
  },
  DECLINED: {
    'Why was it declined?':
      'Your payment of $100.00 to M on D was declined. We don’t have a reason that we can share. Your bank may be able to tell you more. Your card wasn’t charged. If you still want to pay M, try again or use another card.',
  },
  VOIDED: { [hold]: `${held} $100.00 was released and won’t be charged. ${slowBank}` },
  EXPIRED: { [hold]: `${held} $100.00 was released and won’t be charged. ${slowBank}` },
  'EXPIRED, partly voided': { [hold]: `${held} $100.00 was released and won’t be charged. ${slowBank}` },
  PARTIAL_CAPTURED: { [hold]: `${held} ${charged} $60.00 is still on hold. ${until}` },
  'PARTIAL_CAPTURED, partly refunded': {
    ...refunded('$10.00'),
    [hold]: `${held} ${charged} $60.00 is still on hold. ${until}`,
  },
  'PARTIAL_CAPTURED, with a capture nobody answered': {
    [hold]: `${held} ${charged} A change to $30.00 of the hold hasn’t been confirmed yet. $30.00 is still on hold. ${until}`,
  },
  'PARTIAL_CAPTURED, the rest voided': { [hold]: `${held} ${charged} ${rest}` },
  'PARTIAL_CAPTURED, the rest expired': { [hold]: `${held} ${charged} ${rest}` },
  'PARTIAL_CAPTURED, settled': { [hold]: `${held} ${charged} ${rest}` },
  'PARTIAL_CAPTURED, settled and refunded': { ...refunded('$40.00'), [hold]: `${held} ${charged} ${rest}` },
  CAPTURED: {},
  'CAPTURED in two parts': { [hold]: `${held} M charged $100.00 of it. ${onePayment}` },
  'CAPTURED, partly refunded': refunded('$30.00'),
  'CAPTURED, with a refund nobody answered': {
    'Where is my refund?': 'A refund of $30.00 was requested on D. It hasn’t been confirmed yet.',
  },
  'CAPTURED, fully refunded': refunded('$100.00'),
  SETTLED: {},
  'SETTLED, partly refunded': refunded('$30.00'),
  'SETTLED, fully refunded': refunded('$100.00'),
  'CAPTURED, partly disputed': {},
  'CAPTURED, wholly disputed': {},
  'CAPTURED, with a dispute that was won': {},
  'SETTLED, with a dispute that was lost': {},
  'PARTIAL_CAPTURED, partly disputed': { [hold]: `${held} ${charged} $60.00 is still on hold. ${until}` },
};

test.each(paymentStates.filter(([name]) => !name.startsWith('a ')))(
  'the answers of a payment that is %s',
  async (name, _, reach) => {
    const client = await buildApiClient(await buildMerchant({ name: 'Fern Teas' }));
    const id = await reach(client);
    expect(await readAnswers(id)).toEqual(expectedAnswers[name]);
  },
);

test.each(paymentStates.filter(([name]) => name.startsWith('a ')))(
  '%s has no answers',
  async (_, __, reach) => {
    const client = await buildApiClient(await buildMerchant({ name: 'Fern Teas' }));
    expect(await readAnswers(await reach(client))).toEqual({});
  },
);

const now = new Date('2026-11-20T12:00:00Z');

/** A captured payment of 40.00 USD, with overrides. */
const buildFacts = (changes: Partial<PaymentFacts> = {}): PaymentFacts => ({
  ...{ id: 'trx_1', orderReference: 'HT-1', status: 'CAPTURED', orderAmount: 4_000, orderCurrency: 'USD' },
  ...{ amountAuthorized: 4_000, amountCaptured: 4_000, amountVoided: 0, amountExpired: 0, amountRefunded: 0 },
  ...{ holdReserved: 0, refundReserved: 0, chargebackOpen: 0, amountChargedBack: 0 },
  ...{ cardLastFour: '4242', cardTokenId: null, merchantReason: null, declineCode: null },
  ...{ captureBefore: null, createdAt: new Date('2026-11-16T14:03:00Z'), isHold: false, isUnsent: false },
  ...{ reversal: null, refunds: [], earlierRefunds: 0 },
  ...changes,
});

const decline = { status: 'DECLINED', amountAuthorized: 0, amountCaptured: 0 } as const;
const twinAt = (minute: number, changes: Partial<PaymentFacts> = {}) =>
  buildFacts({ id: `trx_${minute}`, createdAt: new Date(Date.UTC(2026, 10, 16, 14, minute)), ...changes });

const answer = (payment: PaymentFacts, changes: Partial<AnswerInput> = {}) =>
  Object.fromEntries(
    answerPayer({
      ...{ payment, duplicates: [], isMore: false, merchant: 'Fern', environment: 'live', isReal: true },
      ...{ timeZone: 'Europe/Berlin', language: 'en', now },
      ...changes,
    }).map(({ question, text }) => [question, text.replaceAll('\u00a0USD', '')]),
  );

test.each([
  ['insufficient_funds', {}, 'The card had insufficient funds.'],
  ['expired_card', {}, 'The card had expired, or the expiration date was wrong.'],
  ['incorrect_cvc', {}, 'The security code didn’t match.'],
  ['invalid_card_number', {}, 'The card number wasn’t recognized.'],
  ['authentication_failed', {}, 'Your bank couldn’t confirm that it was you.'],
  ['system_error', {}, 'A technical problem prevented the payment.'],
  ['issuer_unavailable', {}, 'A technical problem prevented the payment.'],
  ['not_permitted', { isUnsent: true }, 'A technical problem prevented the payment.'],
  // The payer may be the thief.
  ['stolen_card', {}, 'We don’t have a reason that we can share.'],
  ['suspected_fraud', {}, 'We don’t have a reason that we can share.'],
  ['expired_card', { cardTokenId: 'tok_1' }, 'We don’t have a reason that we can share.'],
  [null, {}, 'We don’t have a reason that we can share.'],
])('a payment declined with %s %o', (declineCode, changes, reason) => {
  const { declined } = answer(buildFacts({ ...decline, declineCode, ...changes }));
  expect(declined).toContain(`on November 16, 2026 was declined. ${reason}`);
  expect(declined).toContain('Your card wasn’t charged.');
});

test('a declined payment by the merchant can’t be tried again by the payer', () => {
  const { declined } = answer(buildFacts({ ...decline, merchantReason: 'recurring' }));
  expect(declined).not.toContain('try again');
});

test('a payer whose next attempt succeeded isn’t asked to pay again', () => {
  const payment = buildFacts(decline);
  const { declined } = answer(payment, { duplicates: [twinAt(5)] });
  expect(declined).toMatch(
    /Your payment of \$40\.00 on November 16, 2026 at 15:05 (?:CET|GMT\+1) \(•••• 4242, HT-1\) succeeded, so you don’t need to pay again\.$/,
  );
  for (const failed of [decline, { amountRefunded: 4_000 }])
    expect(answer(payment, { duplicates: [twinAt(5, failed)] }).declined).toMatch(/use another card\.$/);
  const pending = { ...decline, status: 'PENDING' } as const;
  expect(answer(payment, { duplicates: [twinAt(5, pending)] }).declined).toMatch(
    /Your bank hasn’t confirmed your payment of \$40\.00 yet\. Don’t pay again\.$/,
  );
});

test.each([
  ['PENDING', 'We’re reversing it.'],
  ['SUCCEEDED', 'and we reversed it.'],
  ['FAILED', 'and it hasn’t been reversed yet.'],
])('a payment that was approved after it was declined, with a reversal that is %s', (reversal, text) => {
  const { declined } = answer(buildFacts({ ...decline, reversal }));
  expect(declined).toContain(text);
  expect(declined).not.toContain('wasn’t charged');
});

test('a refund that the bank returned, and the one that replaced it', () => {
  const returned = {
    state: 'returned',
    amount: 1_000,
    at: new Date('2026-11-02T12:00:00Z'),
    reference: null,
  } as const;
  const contact = 'Contact Fern to get it in another way.';
  expect(answer(buildFacts({ refunds: [returned] }))).toEqual({
    refund: `Your bank returned the refund of $10.00 that was sent on November 2, 2026. You didn’t receive this money. ${contact}`,
  });
  const replacement = { ...returned, state: 'sent', at: new Date('2026-11-09T12:00:00Z') } as const;
  const { refund } = answer(buildFacts({ refunds: [returned, replacement], earlierRefunds: 2 }));
  expect(refund).not.toContain(contact);
  expect(refund).toContain(
    'Fern refunded $10.00. The refund was sent to your bank on November 9, 2026. 2 earlier',
  );
  expect(refund).not.toMatch(/reference|time has passed/);
  expect(answer(buildFacts({ refunds: [{ ...returned, state: 'failed' }] })).refund).toBe(
    `A refund of $10.00 was requested on November 2, 2026 and failed. You didn’t receive this money. ${contact}`,
  );
});

test('a refund is overdue after ten business days', () => {
  // A Monday.
  const sentAt = new Date('2026-11-02T12:00:00Z');
  expect(isOverdue(sentAt, new Date('2026-11-16T12:00:00Z'))).toBe(false);
  expect(isOverdue(sentAt, new Date('2026-11-16T12:00:01Z'))).toBe(true);
  const sent = { state: 'sent', amount: 1_000, at: sentAt, reference: 'ref-1' } as const;
  const overdue = 'If you can’t find the refund on your statement, contact your bank.';
  expect(answer(buildFacts({ refunds: [sent] })).refund).toMatch(new RegExp(`ref-1.*${overdue}$`));
  const recent = { ...sent, at: now };
  expect(answer(buildFacts({ refunds: [sent, recent] })).refund).not.toContain(overdue);
});

test('a hold whose time has ended, and one without an end', () => {
  const authorized = { status: 'AUTHORIZED', amountCaptured: 0, isHold: true } as const;
  expect(answer(buildFacts({ ...authorized, captureBefore: now })).hold).toMatch(
    /The hold ended on November 20, 2026 and is being released\.$/,
  );
  expect(answer(buildFacts(authorized)).hold).toMatch(/Fern can charge or release it\.$/);
});

const first =
  /^There’s another payment of \$40\.00 to Fern within 24 hours of this one, with the same card, email address, or order\. /;
const several =
  'More than one of these payments was charged. If you meant to pay only once, ask Fern for a refund.';
const one = 'Only one of these payments remains charged.';
const none = 'None of these payments remains charged.';
const authorized = { status: 'AUTHORIZED', amountCaptured: 0, isHold: true } as const;

test.each<[string, Partial<PaymentFacts>, string, string]>([
  ['charged', {}, 'For the payment on T, $40.00 was charged.', several],
  ['pending', { status: 'PENDING', amountCaptured: 0 }, 'The payment on T hasn’t been confirmed yet.', ''],
  ['declined', decline, 'The payment on T was declined and not charged.', one],
  [
    'declined and being reversed',
    { ...decline, reversal: 'PENDING' },
    'The payment on T was declined, your bank approved it later, and it’s being reversed.',
    '',
  ],
  [
    'declined and reversed',
    { ...decline, reversal: 'SUCCEEDED' },
    'The payment on T was declined, your bank approved it later, and it was reversed.',
    one,
  ],
  [
    'declined and not reversed',
    { ...decline, reversal: 'FAILED' },
    'The payment on T was declined, your bank approved it later, and it hasn’t been reversed yet.',
    '',
  ],
  ['held', authorized, 'The payment on T is on hold and hasn’t been charged.', ''],
  [
    'voided',
    { ...authorized, status: 'VOIDED', amountVoided: 4_000 },
    'The payment on T was released and not charged.',
    one,
  ],
  [
    'refunded',
    { amountRefunded: 4_000 },
    'For the payment on T, $40.00 was charged. $40.00 of it was refunded.',
    one,
  ],
  [
    'partly refunded',
    { amountRefunded: 1_000 },
    'For the payment on T, $40.00 was charged. $10.00 of it was refunded.',
    several,
  ],
  [
    'being refunded',
    { refundReserved: 4_000 },
    'For the payment on T, $40.00 was charged. A refund of $40.00 hasn’t been confirmed yet.',
    '',
  ],
  [
    'disputed',
    { chargebackOpen: 4_000 },
    'For the payment on T, $40.00 was charged. $40.00 of it is disputed through your bank.',
    '',
  ],
  [
    'charged back',
    { amountChargedBack: 4_000 },
    'For the payment on T, $40.00 was charged. Your bank took back $40.00 of it.',
    one,
  ],
  [
    'partly captured',
    { status: 'PARTIAL_CAPTURED', amountCaptured: 1_000, isHold: true },
    'For the payment on T, $10.00 was charged. Another $30.00 of it is on hold.',
    several,
  ],
])('a charged payment and one that was %s', (_, changes, text, conclusion) => {
  const { duplicate } = answer(twinAt(0), { duplicates: [twinAt(5, changes)] });
  expect(duplicate).toMatch(first);
  const sentences = duplicate!
    .replace(first, '')
    .replaceAll(/November 16, 2026 at \d\d:\d\d \S+ \(•••• 4242, HT-1\)/g, 'T');
  expect(sentences).toBe(
    `For the payment on T, $40.00 was charged. ${text}${conclusion && ` ${conclusion}`}`,
  );
});

test('two payments that were both returned, and two that were both declined', () => {
  const refunded = { amountRefunded: 4_000 };
  const both = answer(buildFacts(refunded), { duplicates: [twinAt(5, refunded)] });
  expect(both.duplicate).toContain(none);
  expect(answer(buildFacts(decline), { duplicates: [twinAt(5, decline)] })).not.toHaveProperty('duplicate');
});

test('with more payments than are listed, the answer doesn’t say how many remain charged', () => {
  const duplicates = [twinAt(5, decline), twinAt(6, decline)];
  const { duplicate } = answer(twinAt(0), { duplicates, isMore: true });
  expect(duplicate).toContain('There are at least 2 other payments');
  expect(duplicate).not.toContain(one);
  expect(answer(twinAt(0), { duplicates: [twinAt(5)], isMore: true }).duplicate).toContain(several);
});

test('a payment that moved no real money says so, in the language of the answer', () => {
  const payment = buildFacts({ ...decline });
  expect(answer(payment, { isReal: false }).declined).toMatch(/^Simulated live environment\. No real money/);
  expect(answer(payment, { isReal: false, environment: 'test', language: 'de' }).declined).toMatch(
    /^Testumgebung\. Es fließt kein echtes Geld\. Ihre Zahlung/,
  );
});

test('dates, amounts, and names are those of the language', () => {
  const payment = buildFacts({
    refunds: [{ state: 'sent', amount: 123_456, at: now, reference: 'R-1' }],
  });
  const { refund: german } = answer(payment, { language: 'de' });
  expect(german).toContain('Fern hat 1.234,56\u00a0$ erstattet. Die Erstattung wurde am 20. November 2026');
  const { refund: arabic } = answer(payment, { language: 'ar' });
  // The name and the reference are isolated from the direction of the sentence.
  expect(arabic).toContain('\u2068Fern\u2069');
  expect(arabic).toContain('\u2068R-1\u2069');
  expect(arabic).toContain('20 نوفمبر 2026');
  expect(answer(payment, { language: 'ja' }).refund).toMatch(
    /2026年11月20日にカード会社へ送信されました。カード会社から/,
  );
});

test.each([
  [1, 'دفعة أخرى واحدة', 'عملية ردّ سابقة واحدة'],
  [2, 'دفعتان أخريان', 'عمليتَي ردّ سابقتين'],
  [3, '3 دفعات أخرى', '3 عمليات ردّ سابقة'],
  [10, '10 دفعات أخرى', '10 عمليات ردّ سابقة'],
  [11, '11 دفعة أخرى', '11 عملية ردّ سابقة'],
  [100, '100 دفعة أخرى', '100 عملية ردّ سابقة'],
])('Arabic has the right form for %i', (count, payments, refunds) => {
  const { duplicate, refund } = answerMessages.ar;
  expect(duplicate.others(count, '$1', 'M')).toContain(`هناك ${payments} بمبلغ`);
  expect(refund.earlier(count)).toContain(refunds);
});

test.each([
  [1, 'jest jeszcze jedna płatność', 'jednego wcześniejszego zwrotu'],
  [2, 'są jeszcze 2 płatności', '2 wcześniejszych zwrotów'],
  [5, 'jest jeszcze 5 płatności', '5 wcześniejszych zwrotów'],
  [22, 'są jeszcze 22 płatności', '22 wcześniejszych zwrotów'],
])('Polish has the right form for %i', (count, payments, refunds) => {
  const { duplicate, refund } = answerMessages.pl;
  expect(duplicate.others(count, '1 zł', 'M')).toContain(payments);
  expect(refund.earlier(count)).toContain(refunds);
});

/** Words of the informal address. */
const informal: Partial<Record<(typeof languages)[number], RegExp>> = {
  de: /(?<!\p{L})(?:du|dir|dich|dein\p{L}*)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:tu|toi|te|ton|ta|tes)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:tú|tu|tus|te|ti|contigo)(?!\p{L})/iu,
  it: /(?<!\p{L})(?:tu|ti|tuo|tua|tuoi|tue)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:je|jij|jou|jouw)(?!\p{L})/iu,
  pl: /(?<!\p{L})(?:ty|ci|ciebie|cię|tobie|tw[oó]j\p{L}*)(?!\p{L})/iu,
};

test.each(Object.entries(informal))('%s addresses the payer formally', (language, informalTerms) => {
  const texts = JSON.stringify(
    answerMessages[language as keyof typeof answerMessages],
    (_, value: unknown) => (typeof value === 'function' ? String(value) : value),
  );
  expect(texts).not.toMatch(informalTerms);
});
