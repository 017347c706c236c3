import { expect, test } from 'vitest';
import { findManualOperationResult } from './manual-operation-results';

type Recorded = Parameters<typeof findManualOperationResult>[0];

const operation: Recorded['operations'][number] = {
  id: 'op_1',
  type: 'capture',
  status: 'SUCCEEDED',
  amount: 4_000,
  currency: 'USD',
  reason: null,
  externalId: 'form',
  operator: 'Ada Sommer, in the portal',
  operatorId: 'portal:usr_1',
  isCaptureRelease: false,
  isReturnedRefund: false,
  resultKnownAt: null,
  isAccepted: false,
  declineCode: null,
  createdAt: new Date(0),
  completedAt: new Date(0),
};
const refund: Recorded['children'][number] = {
  id: 'trx_1',
  type: 'REFUND',
  status: 'CAPTURED',
  orderAmount: 3_000,
  externalId: 'form',
  declineCode: null,
  amountCaptured: 0,
  amountRefunded: 0,
  chargebackOpen: 0,
  amountChargedBack: 0,
  disputeStage: null,
  disputeDueBy: null,
  createdAt: new Date(0),
};
const describeDoNotHonor = (operation: string) =>
  `The bank declined the ${operation} without giving a reason.`;

test.each([
  [{}, { operation: 'capture', status: 'SUCCEEDED', declined: null }],
  [{ type: 'partial_capture' }, { operation: 'capture', status: 'SUCCEEDED', declined: null }],
  [
    { type: 'void', status: 'PENDING' },
    { operation: 'void', status: 'PENDING', declined: null },
  ],
  [
    { status: 'PENDING', isAccepted: true },
    { operation: 'capture', status: 'PENDING', isAccepted: true, declined: null },
  ],
  [
    { type: 'void', status: 'FAILED', declineCode: 'do_not_honor' },
    { operation: 'void', status: 'FAILED', declined: describeDoNotHonor('void') },
  ],
])('a capture or void that is %j is found by its external_id', (change, expected) => {
  const operations = [
    { ...operation, externalId: 'earlier', amount: 1 },
    { ...operation, ...change },
  ];
  expect(findManualOperationResult({ operations, children: [] }, 'form')).toEqual({
    isAccepted: false,
    ...expected,
    amount: 4_000,
    refundId: null,
  });
});

test.each([
  [{}, { status: 'SUCCEEDED', declined: null }],
  [{ status: 'SETTLED' }, { status: 'SUCCEEDED', declined: null }],
  [{ status: 'PENDING' }, { status: 'PENDING', declined: null }],
  [
    { status: 'DECLINED', declineCode: 'do_not_honor' },
    { status: 'FAILED', declined: describeDoNotHonor('refund') },
  ],
])('a refund that is %j is found by its external_id', (change, expected) => {
  const children = [
    { ...refund, id: 'trx_earlier', externalId: 'earlier' },
    { ...refund, id: 'trx_chargeback', type: 'CHARGEBACK' },
    { ...refund, ...change },
  ];
  // The payment has a copy of the refund's operation, which has no page of its own.
  const operations = [{ ...operation, type: 'refund', amount: 3_000, isAccepted: true }];
  expect(findManualOperationResult({ operations, children }, 'form')).toEqual({
    ...expected,
    isAccepted: true,
    operation: 'refund',
    amount: 3_000,
    refundId: 'trx_1',
  });
});

test("operations without this external_id, or of a kind that people don't request, aren't a result", () => {
  const operations = [
    { ...operation, type: 'void', externalId: null },
    { ...operation, type: 'authorize' },
  ];
  const recorded = { operations, children: [{ ...refund, externalId: 'earlier' }] };
  for (const externalId of ['form', '', null])
    expect(findManualOperationResult(recorded, externalId)).toBeNull();
});
