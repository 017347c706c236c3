import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildPayment,
  createTestClient,
  expectAdyenError,
  startWithReceiver,
  type TestClient,
} from './test-client';
import type { AdyenStandIn } from './server';

type World = Awaited<ReturnType<typeof startWithReceiver>>;
let world: World;
let standIn: AdyenStandIn;
let client: TestClient;
beforeAll(async () => {
  world = await startWithReceiver({ otherMerchantAccounts: ['OtherPOS'] });
  ({ standIn } = world);
  client = createTestClient(standIn);
});
afterAll(() => world.close());
beforeEach(async () => {
  await standIn.control.webhooksSettled();
  world.received.length = 0;
});

const pdf = Buffer.from('%PDF-1.7 receipt').toString('base64');

async function open(dispute: { amount?: number; immediate?: boolean } = {}) {
  const { pspReference } = await client.payments.payments(buildPayment());
  const { pspReference: id } = standIn.control.openDispute({ pspReference: pspReference!, ...dispute });
  return {
    payment: pspReference!,
    dispute: id,
    names: { disputePspReference: id, merchantAccountCode: standIn.merchantAccount },
  };
}
const decide = (
  pspReference: string,
  eventCode: Parameters<typeof standIn.control.decideDispute>[0]['eventCode'],
) => standIn.control.decideDispute({ pspReference, eventCode });
const lastItem = async () => (await world.receive()).at(-1);
const chargedBack = (pspReference: string) =>
  standIn.control.state().payments.find((payment) => payment.pspReference === pspReference)!.chargedBack;
const refused = (errorMessage: unknown = expect.any(String)) => ({
  disputeServiceResult: { success: false, errorMessage },
});
const done = { disputeServiceResult: { success: true } };
const supply = (names: object, document: object = {}) =>
  client.disputes.supplyDefenseDocument({
    ...names,
    defenseDocuments: [
      {
        content: pdf,
        contentType: 'application/pdf',
        defenseDocumentTypeCode: 'DefenseMaterial',
        ...document,
      },
    ],
  } as never);
const defend = (names: object, defenseReasonCode = 'SupplyDefenseMaterial') =>
  client.disputes.defendDispute({ ...names, defenseReasonCode } as never);

describe('a dispute', () => {
  test('is announced, takes the money, and gives it back', async () => {
    const { payment, dispute } = await open();
    expect(await lastItem()).toMatchObject({
      eventCode: 'NOTIFICATION_OF_CHARGEBACK',
      success: 'true',
      pspReference: dispute,
      originalReference: payment,
      amount: { currency: 'EUR', value: 1000 },
      additionalData: {
        disputeStatus: 'Undefended',
        defendable: 'true',
        chargebackReasonCode: '10.4',
        capturePspReference: standIn.control.state().modifications.at(-1)!.pspReference,
        defensePeriodEndsAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      },
    });
    expect(chargedBack(payment)).toBe(0);
    decide(dispute, 'CHARGEBACK');
    expect(await lastItem()).toMatchObject({ eventCode: 'CHARGEBACK', pspReference: dispute });
    expect(chargedBack(payment)).toBe(1000);
    decide(dispute, 'CHARGEBACK_REVERSED');
    expect(await lastItem()).toMatchObject({
      eventCode: 'CHARGEBACK_REVERSED',
      additionalData: { disputeStatus: 'Pending' },
    });
    expect(chargedBack(payment)).toBe(0);
    decide(dispute, 'SECOND_CHARGEBACK');
    expect(await lastItem()).toMatchObject({
      eventCode: 'SECOND_CHARGEBACK',
      additionalData: { disputeStatus: 'Lost' },
    });
    expect(chargedBack(payment)).toBe(1000);
    expect(() => decide(dispute, 'CHARGEBACK_REVERSED')).toThrow("can't follow");
  });

  test.each([
    ['PREARBITRATION_WON', 'Won', 0],
    ['PREARBITRATION_LOST', 'Lost', 1000],
  ] as const)('ends with %s', async (eventCode, disputeStatus, taken) => {
    const { dispute, payment } = await open({ immediate: true });
    expect((await world.receive()).map((item) => item.eventCode)).toEqual(['AUTHORISATION', 'CHARGEBACK']);
    expect(() => decide(dispute, eventCode)).toThrow("can't follow");
    decide(dispute, 'CHARGEBACK_REVERSED');
    decide(dispute, 'SECOND_CHARGEBACK');
    decide(dispute, eventCode);
    expect(await lastItem()).toMatchObject({ eventCode, additionalData: { disputeStatus } });
    expect(chargedBack(payment)).toBe(taken);
    expect(() => decide(dispute, 'SECOND_CHARGEBACK')).toThrow("can't follow");
  });

  test('that was only announced takes nothing', async () => {
    const { dispute, payment } = await open();
    decide(dispute, 'CHARGEBACK_REVERSED');
    expect(chargedBack(payment)).toBe(0);
    // A lost pre-arbitration is followed by the second chargeback that takes the money.
    decide(dispute, 'PREARBITRATION_LOST');
    expect(chargedBack(payment)).toBe(0);
    decide(dispute, 'SECOND_CHARGEBACK');
    expect(chargedBack(payment)).toBe(1000);
  });

  test('of a part leaves the rest to refunds', async () => {
    const { payment, dispute } = await open({ amount: 600 });
    decide(dispute, 'CHARGEBACK');
    const refund = (value: number) =>
      client.modifications.refundCapturedPayment(payment, {
        merchantAccount: standIn.merchantAccount,
        amount: { currency: 'EUR', value },
      });
    await refund(401);
    expect(await lastItem()).toMatchObject({ eventCode: 'REFUND', success: 'false' });
    await refund(400);
    expect(await lastItem()).toMatchObject({ eventCode: 'REFUND', success: 'true' });
  });

  test('above the capture is refused', async () => {
    await expect(open({ amount: 1001 })).rejects.toThrow("can't be disputed");
  });

  test('can’t be defended after its period', async () => {
    const { dispute, names } = await open();
    standIn.control.advanceClock({ seconds: 14 * 86_400 });
    expect(await lastItem()).toMatchObject({
      eventCode: 'DISPUTE_DEFENSE_PERIOD_ENDED',
      pspReference: dispute,
      additionalData: { disputeStatus: 'Lost', defendable: 'false' },
    });
    expect(await defend(names)).toEqual(refused());
    expect(await supply(names)).toEqual(refused());
    expect(await client.disputes.acceptDispute(names)).toEqual(refused());
    expect(await client.disputes.retrieveApplicableDefenseReasons(names)).toMatchObject(refused());
    expect(() => decide(dispute, 'DISPUTE_DEFENSE_PERIOD_ENDED')).toThrow();
  });

  test('’s period ends on command', async () => {
    const { dispute } = await open();
    decide(dispute, 'DISPUTE_DEFENSE_PERIOD_ENDED');
    expect(await lastItem()).toMatchObject({ eventCode: 'DISPUTE_DEFENSE_PERIOD_ENDED' });
  });
});

describe('a defense', () => {
  test('needs its documents, and is submitted once', async () => {
    const { dispute, names } = await open();
    const reasons = await client.disputes.retrieveApplicableDefenseReasons(names);
    expect(reasons).toMatchObject({
      ...done,
      defenseReasons: [
        {
          defenseReasonCode: 'SupplyDefenseMaterial',
          satisfied: false,
          defenseDocumentTypes: [
            { defenseDocumentTypeCode: 'DefenseMaterial', requirementLevel: 'Required', available: false },
          ],
        },
        { defenseReasonCode: 'GoodsOrServicesProvided', satisfied: false },
      ],
    });
    expect(await defend(names)).toEqual(refused('The document DefenseMaterial is required'));
    expect(await supply(names)).toEqual(done);
    expect(await client.disputes.retrieveApplicableDefenseReasons(names)).toMatchObject({
      defenseReasons: [{ satisfied: true }, { satisfied: false }],
    });
    // The same document again replaces the first.
    expect(await supply(names)).toEqual(done);
    // One of several documents is enough for the other reason.
    expect(await defend(names, 'GoodsOrServicesProvided')).toEqual(
      refused('The document TIDorInvoice is required'),
    );
    expect(await supply(names, { defenseDocumentTypeCode: 'GoodsOrServicesProvided' })).toEqual(done);
    expect(await client.disputes.retrieveApplicableDefenseReasons(names)).toMatchObject({
      defenseReasons: [{ satisfied: true }, { satisfied: true }],
    });
    expect(await defend(names, 'NoReason')).toEqual(refused('Invalid defense reason code'));
    expect(await defend(names)).toEqual(done);
    expect(await lastItem()).toMatchObject({
      eventCode: 'INFORMATION_SUPPLIED',
      pspReference: dispute,
      additionalData: { disputeStatus: 'Pending' },
    });
    expect(await defend(names)).toEqual(refused());
    expect(standIn.control.state().disputes.at(-1)).toMatchObject({
      pspReference: dispute,
      defense: 'defended',
      defenseReasonCode: 'SupplyDefenseMaterial',
      documents: [
        { typeCode: 'DefenseMaterial', contentType: 'application/pdf', bytes: 16 },
        { typeCode: 'GoodsOrServicesProvided', contentType: 'application/pdf', bytes: 16 },
      ],
    });
    // Its period doesn't end any more.
    standIn.control.advanceClock({ seconds: 14 * 86_400 });
    expect(await lastItem()).toMatchObject({ eventCode: 'INFORMATION_SUPPLIED' });
  });

  test.each([
    ['an unknown type', { defenseDocumentTypeCode: 'Poem' }, 'Unknown document type Poem'],
    ['a text file', { contentType: 'text/plain' }, 'Unsupported content type text/plain'],
    ['no base64', { content: 'not base64!' }, 'The content is not base64'],
    [
      'too many bytes',
      { content: Buffer.alloc(2_097_153).toString('base64') },
      'The document is larger than 2 MB',
    ],
  ])('is refused with %s', async (_, document, errorMessage) => {
    const { names } = await open();
    expect(await supply(names, document)).toEqual(refused(errorMessage));
  });

  test('of an unknown dispute is refused', async () => {
    const { names } = await open();
    expect(await defend({ ...names, disputePspReference: 'AAAAAAAAAAAAAAAA' })).toEqual(
      refused('Dispute not found'),
    );
    expect(await defend({ ...names, merchantAccountCode: 'OtherPOS' })).toEqual(refused('Dispute not found'));
    await expectAdyenError(defend({ ...names, merchantAccountCode: 'NobodyECOM' }), {
      statusCode: 403,
      errorCode: '901',
    });
  });

  test('is impossible after accepting', async () => {
    const { dispute, names } = await open();
    expect(await client.disputes.acceptDispute(names)).toEqual(done);
    expect(await lastItem()).toMatchObject({
      eventCode: 'DISPUTE_DEFENSE_PERIOD_ENDED',
      additionalData: { disputeStatus: 'Lost' },
    });
    expect(await client.disputes.acceptDispute(names)).toEqual(refused());
    expect(await defend(names)).toEqual(refused());
    decide(dispute, 'CHARGEBACK');
    expect(await lastItem()).toMatchObject({
      eventCode: 'CHARGEBACK',
      additionalData: { disputeStatus: 'Accepted', defendable: 'false' },
    });
  });
});
