import { expect, test } from 'vitest';
import { describeTransaction, type TransactionDescriptionInput } from './transaction-description';

const zeroAmounts = {
  amountAuthorized: 0,
  amountCaptured: 0,
  amountVoided: 0,
  amountExpired: 0,
  amountRefunded: 0,
  holdReserved: 0,
  refundReserved: 0,
  chargebackOpen: 0,
  amountChargedBack: 0,
};
const payment: TransactionDescriptionInput = {
  ...zeroAmounts,
  type: 'PAYMENT',
  status: 'AUTHORIZED',
  orderAmount: 10_000,
  orderCurrency: 'EUR',
  createdAt: new Date('2026-05-03T12:00:00Z'),
  captureBefore: null,
  settledAt: null,
  disputeStage: null,
  disputeReason: null,
  disputeDueBy: null,
  declined: null,
  hadSucceeded: false,
  reversal: null,
};
const held = { ...payment, amountAuthorized: 10_000, captureBefore: new Date('2026-05-10T12:00:00Z') };
const captured = { ...payment, status: 'CAPTURED', amountAuthorized: 10_000, amountCaptured: 10_000 };
const context = { timeZone: 'Europe/Berlin', now: new Date('2026-05-04T00:00:00Z') };
const later = { ...context, now: new Date('2026-05-11T00:00:00Z') };
const refund = { ...payment, type: 'REFUND', orderAmount: 2_000 };
const chargeback = {
  ...payment,
  type: 'CHARGEBACK',
  status: 'CAPTURED',
  orderAmount: 3_000,
  disputeStage: 'needs_response',
  disputeReason: 'fraudulent',
  disputeDueBy: new Date('2026-05-20T00:00:00Z'),
};

test.each<[string, TransactionDescriptionInput, string]>([
  [
    'pending',
    { ...payment, status: 'PENDING' },
    'Requested €100.00 on May 3. The bank hasn’t responded yet. We’ll keep checking.',
  ],
  [
    'declined',
    { ...payment, status: 'DECLINED', declined: 'Not enough money.' },
    '€100.00 was declined on May 3: Not enough money. No money was held or moved.',
  ],
  [
    'declined without a reason',
    { ...payment, status: 'DECLINED' },
    '€100.00 was declined on May 3. No money was held or moved.',
  ],
  [
    'a declined payment that the bank approved later',
    { ...payment, status: 'DECLINED', reversal: 'PENDING' },
    '€100.00 was declined on May 3. The bank approved it later. We’re returning the money to the payer.',
  ],
  [
    'a declined payment that was reversed',
    { ...payment, status: 'DECLINED', reversal: 'SUCCEEDED' },
    '€100.00 was declined on May 3. The bank approved it later, and we returned the money to the payer.',
  ],
  [
    'a declined payment whose reversal failed',
    { ...payment, status: 'DECLINED', reversal: 'FAILED' },
    '€100.00 was declined on May 3. The bank approved it later, and returning the money to the payer failed. Contact support.',
  ],
  ['authorized', held, 'Authorized €100.00 on May 3, all of it on hold until May 10.'],
  [
    'partly captured',
    { ...held, status: 'PARTIAL_CAPTURED', amountCaptured: 6_000 },
    'Authorized €100.00 on May 3. €60.00 captured, €40.00 on hold until May 10.',
  ],
  [
    'with a capture that is open',
    { ...held, amountCaptured: 1_000, holdReserved: 3_000 },
    'Authorized €100.00 on May 3. €10.00 captured, €30.00 waiting for the bank, €60.00 on hold until May 10.',
  ],
  [
    'voided',
    { ...held, status: 'VOIDED', amountVoided: 10_000 },
    'Authorized €100.00 on May 3, all of it released.',
  ],
  [
    'partly voided',
    { ...held, amountVoided: 3_000 },
    'Authorized €100.00 on May 3. €70.00 on hold until May 10, €30.00 released.',
  ],
  [
    'expired',
    { ...held, status: 'EXPIRED', amountExpired: 10_000 },
    'Authorized €100.00 on May 3, all of it released when the hold expired.',
  ],
  [
    'partly captured, with the rest released by the acquirer',
    { ...held, status: 'PARTIAL_CAPTURED', amountCaptured: 6_000, amountExpired: 4_000, holdReleased: true },
    'Authorized €100.00 on May 3. €60.00 captured, €40.00 released with the capture.',
  ],
  [
    'of everything',
    { ...held, amountCaptured: 4_000, amountVoided: 1_000, amountExpired: 5_000 },
    'Authorized €100.00 on May 3. €40.00 captured, €10.00 released, €50.00 released when the hold expired.',
  ],
  ['captured', captured, 'Authorized €100.00 on May 3, all of it captured.'],
  [
    'settled',
    { ...captured, status: 'SETTLED', settledAt: new Date('2026-05-03T23:00:00Z') },
    'Authorized €100.00 on May 3, all of it captured. Settled on May 4.',
  ],
  [
    'partly refunded',
    { ...captured, amountRefunded: 2_000 },
    'Authorized €100.00 on May 3, all of it captured. Of the captured amount: €20.00 refunded, €80.00 kept.',
  ],
  [
    'refunded',
    { ...captured, amountRefunded: 10_000 },
    'Authorized €100.00 on May 3, all of it captured. All of it refunded.',
  ],
  [
    'settled, then refunded',
    { ...captured, status: 'SETTLED', settledAt: new Date('2026-05-04T10:00:00Z'), amountRefunded: 2_000 },
    'Authorized €100.00 on May 3, all of it captured. Settled on May 4. Of the captured amount: €20.00 refunded, €80.00 kept.',
  ],
  [
    'being refunded',
    { ...captured, refundReserved: 3_000 },
    'Authorized €100.00 on May 3, all of it captured. Of the captured amount: €30.00 being refunded, €70.00 kept.',
  ],
  [
    'with an open chargeback',
    { ...captured, chargebackOpen: 3_000 },
    'Authorized €100.00 on May 3, all of it captured. Of the captured amount: €30.00 in an open chargeback, €70.00 kept.',
  ],
  [
    'lost',
    { ...captured, amountChargedBack: 10_000 },
    'Authorized €100.00 on May 3, all of it captured. All of it lost to a chargeback.',
  ],
  [
    'of everything captured',
    {
      ...held,
      amountCaptured: 6_000,
      amountRefunded: 1_000,
      chargebackOpen: 2_000,
      amountChargedBack: 500,
      refundReserved: 500,
    },
    'Authorized €100.00 on May 3. €60.00 captured, €40.00 on hold until May 10. Of the captured amount: €5.00 being refunded, €10.00 refunded, €20.00 in an open chargeback, €5.00 lost to a chargeback, €20.00 kept.',
  ],
  [
    'refund, pending',
    { ...refund, status: 'PENDING' },
    'Refund of €20.00 requested on May 3. The bank hasn’t responded yet. We’ll keep checking.',
  ],
  [
    'refund, accepted',
    { ...refund, status: 'CAPTURED' },
    'Refunded €20.00 on May 3. The payer should see it within 5 to 10 business days.',
  ],
  [
    'refund, settled',
    { ...refund, status: 'SETTLED', settledAt: new Date('2026-05-04T01:00:00Z') },
    'Refunded €20.00 on May 3. Settled on May 4.',
  ],
  [
    'refund, refused',
    { ...refund, status: 'DECLINED', declined: 'The card is closed.' },
    'A refund of €20.00 was declined on May 3: The card is closed. The payer doesn’t have the money. Refund it again, or pay the payer in another way, such as by bank transfer.',
  ],
  [
    'refund, sent back',
    { ...refund, status: 'DECLINED', hadSucceeded: true },
    'The payer’s bank returned the refund of €20.00 from May 3. The payer doesn’t have the money. Refund it again, or pay the payer in another way, such as by bank transfer.',
  ],
  [
    'chargeback, open',
    chargeback,
    'The payer’s bank took back €30.00 on May 3 because the cardholder doesn’t recognize the charge. Respond by May 20, 02:00 CEST.',
  ],
  [
    'chargeback, at another stage',
    { ...chargeback, disputeStage: 'answered' },
    'The payer’s bank took back €30.00 on May 3 because the cardholder doesn’t recognize the charge. The bank hasn’t decided yet.',
  ],
  [
    'chargeback, won',
    { ...chargeback, status: 'VOIDED', disputeStage: 'won', disputeReason: null },
    'The payer’s bank took back €30.00 on May 3. You won. The money was returned to you.',
  ],
  [
    'chargeback, lost',
    { ...chargeback, status: 'SETTLED', disputeStage: 'lost', disputeReason: 'product_not_received' },
    'The payer’s bank took back €30.00 on May 3: Product not received. The payer won. The money is lost.',
  ],
  [
    'a chargeback with a code of the card network',
    { ...chargeback, disputeReason: '10.4' },
    'The payer’s bank took back €30.00 on May 3: Fraud without the card present (10.4). Respond by May 20, 02:00 CEST.',
  ],
  [
    'another currency',
    { ...captured, orderCurrency: 'JPY', orderAmount: 500, amountAuthorized: 500, amountCaptured: 500 },
    'Authorized ¥500 on May 3, all of it captured.',
  ],
  [
    'another year',
    { ...captured, createdAt: new Date('2025-12-31T12:00:00Z') },
    'Authorized €100.00 on Dec 31, 2025, all of it captured.',
  ],
])('%s', (_, input, description) => expect(describeTransaction(input, context)).toBe(description));

test("days are in the account's time zone", () => {
  const lateInDay = { ...held, createdAt: new Date('2026-05-03T22:30:00Z') };
  expect(describeTransaction(lateInDay, context)).toContain('on May 4');
  expect(describeTransaction(lateInDay, { ...context, timeZone: 'America/New_York' })).toContain('on May 3');
});

test('an elapsed time is shown as over', () => {
  expect(describeTransaction(held, later)).toBe(
    'Authorized €100.00 on May 3, all of it on hold, which expired on May 10 and is being released.',
  );
  expect(describeTransaction(chargeback, { ...context, now: new Date('2026-05-21T00:00:00Z') })).toContain(
    'The response deadline was May 20. The bank hasn’t decided yet.',
  );
});
