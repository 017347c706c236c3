import Stripe from 'stripe';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { expectConsoleError } from '../../../tests/setup/errors';
import { startStripeStandIn } from '../../../tests/stand-ins/stripe/server';
import { createTestClient, pay } from '../../../tests/stand-ins/stripe/test-client';
import { acceptStripeDispute, submitStripeEvidence } from './disputes';

const { signal } = new AbortController();
const request = { reference: 'op_1', dispute: 'du_1' };
const answer = { object: 'dispute', id: 'du_1' };
const raw = { message: 'no', type: 'api_error' as const, code: 'code_1' };

function buildStripe(reply: () => Promise<object> = async () => answer) {
  const create = vi.fn(async (_: object, { idempotencyKey }: { idempotencyKey: string }) => ({
    ...{ object: 'file', id: `file${idempotencyKey}` },
  }));
  const update = vi.fn(reply);
  const close = vi.fn(reply);
  const stripe = { files: { create }, disputes: { update, close } } as unknown as Stripe;
  return { stripe, create, update, close };
}

test('evidence is submitted with its text and a file of each kind, once', async () => {
  const { stripe, create, update } = buildStripe();
  const file = { name: 'a.pdf', contentType: 'application/pdf', bytes: Buffer.from('x') };
  const kinds = ['receipt', 'delivery', 'correspondence', 'other'] as const;
  const files = kinds.map((kind) => ({ ...file, kind }));
  expect(await submitStripeEvidence(stripe, { ...request, text: 'It arrived.', files }, signal)).toEqual({
    kind: 'acknowledged',
  });
  // Of the file's name, type, and content, because another file of the same kind may follow.
  const hash = 'fbcb5f0a541b6e68';
  const upload = {
    purpose: 'dispute_evidence',
    file: { data: file.bytes, name: 'a.pdf', type: file.contentType },
  };
  expect(create.mock.calls).toEqual(
    kinds.map((kind) => [upload, { idempotencyKey: `op_1-${kind}-${hash}` }]),
  );
  const evidence = {
    uncategorized_text: 'It arrived.',
    receipt: `fileop_1-receipt-${hash}`,
    shipping_documentation: `fileop_1-delivery-${hash}`,
    customer_communication: `fileop_1-correspondence-${hash}`,
    uncategorized_file: `fileop_1-other-${hash}`,
  };
  expect(update.mock.calls).toEqual([
    [
      'du_1',
      { evidence, submit: true, metadata: { reference: 'op_1' } },
      { idempotencyKey: 'op_1-evidence-209a8812d615ba96' },
    ],
  ]);
});

test('evidence without a text has only its files', async () => {
  const { stripe, update } = buildStripe();
  await submitStripeEvidence(stripe, { ...request, text: '', files: [] }, signal);
  expect(update.mock.calls).toMatchObject([['du_1', { evidence: {} }, {}]]);
  expect((update.mock.calls as unknown[][])[0]![1]).toMatchObject({ evidence: {} });
});

test('a response whose answer was lost is acknowledged after Stripe has forgotten its idempotency key', async () => {
  const standIn = await startStripeStandIn();
  onTestFinished(() => standIn.close());
  const stripe = createTestClient(standIn);
  const { id: dispute } = standIn.control.openDispute({ payment_intent: (await pay(stripe)).id });
  const submit = (reference: string) =>
    submitStripeEvidence(stripe, { reference, dispute, text: 'It arrived.', files: [] }, signal);
  expect(await submit('op_1')).toEqual({ kind: 'acknowledged' });
  standIn.control.advanceClock({ seconds: 86_400 });
  expect(await submit('op_1')).toEqual({ kind: 'acknowledged' });
  expect(await submit('op_2')).toEqual({ kind: 'refused' });
  const { evidence_details: details } = await stripe.disputes.retrieve(dispute);
  expect(details.submission_count).toBe(1);
});

test('a dispute is accepted once', async () => {
  const { stripe, close } = buildStripe();
  expect(await acceptStripeDispute(stripe, request, signal)).toEqual({ kind: 'acknowledged' });
  expect(close.mock.calls).toEqual([['du_1', {}, { idempotencyKey: 'op_1-accept' }]]);
});

test('a response that Stripe refuses is final', async () => {
  const { stripe } = buildStripe(() => Promise.reject(new Stripe.errors.StripeInvalidRequestError(raw)));
  expect(await acceptStripeDispute(stripe, request, signal)).toEqual({ kind: 'refused' });
});

test.each([
  ['larger than Stripe accepts', 5_000_001, 'file_too_large'],
  ['that Stripe refuses', 5_000_000, 'files_unsuitable'],
])('a response with a file %s isn’t submitted', async (_, size, fault) => {
  const { stripe, create, update } = buildStripe();
  create.mockRejectedValue(new Stripe.errors.StripeInvalidRequestError(raw));
  const file = { kind: 'other', name: 'a.pdf', contentType: 'application/pdf' } as const;
  const files = [{ ...file, bytes: Buffer.alloc(size) }];
  expect(await submitStripeEvidence(stripe, { ...request, text: '', files }, signal)).toEqual({
    kind: 'returned',
    fault,
  });
  expect(update).not.toHaveBeenCalled();
});

describe('after a response with too many pages', () => {
  async function openDispute() {
    const standIn = await startStripeStandIn();
    onTestFinished(() => standIn.close());
    const stripe = createTestClient(standIn);
    const { id: dispute } = standIn.control.openDispute({ payment_intent: (await pay(stripe)).id });
    const submit = (name: string, pages: number) => {
      const bytes = Buffer.from('/Type /Page '.repeat(pages));
      const files = [{ kind: 'receipt', name, contentType: 'application/pdf', bytes } as const];
      return submitStripeEvidence(stripe, { reference: 'op_1', dispute, text: 'It arrived.', files }, signal);
    };
    expect(await submit('a.pdf', 120)).toEqual({ kind: 'returned', fault: 'too_many_pages' });
    return { stripe, dispute, submit };
  }

  test('another one is submitted, once', async () => {
    const { stripe, dispute, submit } = await openDispute();
    // The same file under another name is another request, too.
    expect(await submit('b.pdf', 120)).toEqual({ kind: 'returned', fault: 'too_many_pages' });
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await submit('b.pdf', 2)).toEqual({ kind: 'acknowledged' });
    const { evidence_details: details } = await stripe.disputes.retrieve(dispute);
    expect(details.submission_count).toBe(1);
  });

  test('the dispute can be accepted', async () => {
    const { stripe, dispute } = await openDispute();
    expect(await acceptStripeDispute(stripe, { reference: 'op_1', dispute }, signal)).toEqual({
      kind: 'acknowledged',
    });
    expect((await stripe.disputes.retrieve(dispute)).status).toBe('lost');
  });
});

test('a response with any other error can be sent again', async () => {
  const fields = { operationId: 'op_1', code: 'code_1' };
  expectConsoleError({ message: 'stripe', error: 'the request failed', fields });
  const { stripe } = buildStripe(() => Promise.reject(new Stripe.errors.StripeAPIError(raw)));
  expect(await acceptStripeDispute(stripe, request, signal)).toEqual({ kind: 'unknown' });
});

test('an answer that is no dispute, and a file that isn’t one, are errors', async () => {
  const { stripe } = buildStripe(async () => ({ object: 'charge', id: 'du_1' }));
  await expect(acceptStripeDispute(stripe, request, signal)).rejects.toThrow('the answer is no dispute');
  const { stripe: other, create, update } = buildStripe();
  create.mockResolvedValue({ object: 'charge', id: 'x' });
  const file = { kind: 'other', name: 'a', contentType: 'a/b', bytes: Buffer.from('x') } as const;
  await expect(submitStripeEvidence(other, { ...request, text: 'x', files: [file] }, signal)).rejects.toThrow(
    'the answer is no file',
  );
  expect(update).not.toHaveBeenCalled();
});
