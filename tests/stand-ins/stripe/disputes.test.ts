import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStripeStandIn, type StripeStandIn } from './server';
import { createTestClient, expectStripeError, pay } from './test-client';

let standIn: StripeStandIn;
let stripe: Stripe;
beforeAll(async () => {
  standIn = await startStripeStandIn({ laterSeconds: 1_000 });
  stripe = createTestClient(standIn);
});
afterAll(() => standIn.close());

const upload = (type = 'application/pdf', purpose: Stripe.FileCreateParams.Purpose = 'dispute_evidence') =>
  stripe.files.create({ purpose, file: { data: Buffer.from('%PDF-1.4 proof'), name: 'proof.pdf', type } });

async function openDispute(fields: { amount?: number; inquiry?: boolean } = {}) {
  const { id } = await pay(stripe);
  return standIn.control.openDispute({ payment_intent: id, ...fields });
}

test('a card is disputed after its capture', async () => {
  const { id, latest_charge } = await pay(stripe, { card: '4000000000000259', capture_method: 'manual' });
  standIn.control.advanceClock({ seconds: 1_001 });
  expect((await stripe.disputes.list({ payment_intent: id })).data).toEqual([]);
  await stripe.paymentIntents.capture(id);
  standIn.control.advanceClock({ seconds: 1_001 });
  const { data } = await stripe.disputes.list({ payment_intent: id });
  expect(data).toMatchObject([
    { status: 'needs_response', reason: 'fraudulent', amount: 1000, charge: latest_charge },
  ]);
  expect(data[0]!.evidence_details.due_by! - data[0]!.created).toBe(14 * 86_400);
  expect(data[0]!.balance_transactions).toMatchObject([
    { type: 'adjustment', reporting_category: 'dispute', amount: -1000, fee: 1500, net: -2500 },
  ]);
  expect((await stripe.disputes.list({ created: { gte: data[0]!.created } })).data).toHaveLength(1);
  await expectStripeError(stripe.refunds.create({ payment_intent: id }), {
    statusCode: 400,
    code: 'charge_disputed',
  });
});

describe('evidence', () => {
  test('is staged, then submitted once', async () => {
    const { id } = await openDispute();
    const { id: file } = await upload();
    const staged = await stripe.disputes.update(id, {
      evidence: { uncategorized_file: file, uncategorized_text: 'Delivered.' },
      submit: false,
    });
    expect(staged).toMatchObject({
      status: 'needs_response',
      evidence: { uncategorized_file: file },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    const submitted = await stripe.disputes.update(id, { submit: true });
    expect(submitted).toMatchObject({
      status: 'under_review',
      evidence: { uncategorized_text: 'Delivered.' },
      evidence_details: { submission_count: 1 },
    });
    await expectStripeError(stripe.disputes.update(id, { evidence: { uncategorized_text: 'More.' } }), {
      statusCode: 400,
    });
  });

  test.each([
    ['winning_evidence', 'won', true],
    ['losing_evidence', 'lost', false],
  ])('%s: the dispute is %s', async (uncategorized_text, status, isReinstated) => {
    const { id } = await openDispute({ amount: 600 });
    await stripe.disputes.update(id, { evidence: { uncategorized_text } });
    standIn.control.advanceClock({ seconds: 1_001 });
    const decided = await stripe.disputes.retrieve(id);
    expect(decided.status).toBe(status);
    expect(decided.balance_transactions.map(({ amount }) => amount)).toEqual(
      isReinstated ? [-600, 600] : [-600],
    );
    await expectStripeError(stripe.disputes.close(id), { statusCode: 400 });
    await expectStripeError(stripe.disputes.update(id, { evidence: { uncategorized_text: 'x' } }), {
      statusCode: 400,
    });
  });

  test('refuses unknown files, other purposes, other types, and long texts', async () => {
    const { id } = await openDispute();
    await expectStripeError(stripe.disputes.update(id, { evidence: { receipt: 'file_none' } }), {
      statusCode: 400,
      code: 'resource_missing',
    });
    await expectStripeError(upload('application/pdf', 'identity_document'), {
      statusCode: 400,
      param: 'purpose',
    });
    await expectStripeError(upload('text/plain'), { statusCode: 400, param: 'file' });
    await expectStripeError(
      stripe.disputes.update(id, { evidence: { uncategorized_text: 'x'.repeat(150_001) } }),
      { statusCode: 400, param: 'evidence' },
    );
    expect((await stripe.disputes.retrieve(id)).status).toBe('needs_response');
  });

  test('refuses more than 50 pages of texts and files', async () => {
    const { id } = await openDispute();
    const uploadPages = async (pages: number) => {
      const data = Buffer.from('<< /Type /Pages >> << /Type /Page >>'.repeat(pages));
      const file = { data, name: 'proof.pdf', type: 'application/pdf' };
      return (await stripe.files.create({ purpose: 'dispute_evidence', file })).id;
    };
    const receipt = await uploadPages(48);
    const evidence = { receipt, shipping_documentation: (await upload('image/png')).id };
    const stage = (uncategorized_text: string) =>
      stripe.disputes.update(id, { evidence: { ...evidence, uncategorized_text }, submit: false });
    await expectStripeError(stage('x'.repeat(4_000)), {
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      code: 'dispute_evidence_page_limit_exceeded',
    });
    expect((await stage('x')).evidence).toMatchObject({ receipt });
  });

  test('describes an uploaded file', async () => {
    const file = await upload();
    expect(file).toMatchObject({ filename: 'proof.pdf', purpose: 'dispute_evidence', size: 14, type: 'pdf' });
    expect(await stripe.files.retrieve(file.id)).toMatchObject({ id: file.id });
  });
});

test('a dispute can be accepted', async () => {
  const { id } = await openDispute();
  expect((await stripe.disputes.close(id)).status).toBe('lost');
  await expectStripeError(stripe.disputes.close(id), { statusCode: 400 });
  const { metadata } = await stripe.disputes.update(id, { metadata: { reference: 'op_1' }, submit: false });
  expect(metadata).toEqual({ reference: 'op_1' });
});

test('a dispute without a response is lost', async () => {
  const { id } = await openDispute();
  standIn.control.advanceClock({ seconds: 14 * 86_400 + 1 });
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'lost',
    evidence_details: { past_due: true },
  });
});

test('an inquiry takes no money, until it becomes a dispute', async () => {
  const { id, payment_intent } = await openDispute({ inquiry: true });
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'warning_needs_response',
    balance_transactions: [],
    is_charge_refundable: true,
  });
  expect((await stripe.refunds.create({ payment_intent, amount: 1 })).status).toBe('succeeded');
  standIn.control.decideDispute({ dispute: id, status: 'needs_response' });
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'needs_response',
    balance_transactions: [{ amount: -1000 }],
  });
});

test('no more can be disputed than was captured', async () => {
  await expect(openDispute({ amount: 1001 })).rejects.toThrow("can't be disputed");
});
