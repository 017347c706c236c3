import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { documentStore } from '~/documents/document-store';
import { sha256 } from '~/documents/documents';
import { prisma } from '~/platform/database/db.server';
import { builtInConnectionId } from '~/acquirers/registry';
import { expectConsoleError } from '../../../tests/setup/errors';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildStoredDocument } from '../../../tests/world/documents/documents';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { pdf } from '../../../tests/world/documents/sample-files';
import { acquirer, disconnectAcquirers } from '../../../tests/world/acquirers/acquirer';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { closeChargeback } from './chargebacks';
import { acceptDispute, hashDraft, submitDisputeEvidence } from './disputes';
import { submitDisputeResponses } from './submission';

/** A chargeback whose response with one file waits to be sent. */
async function buildResponse() {
  const client = await buildApiClient();
  const { id, entry, by } = await buildChargeback(client);
  const document = await buildStoredDocument(client, { subject: id, kind: 'dispute_evidence_other' });
  await submitDisputeEvidence({ ...by, text: 'It arrived.', seen: '' });
  return { client, id, entry, by, document };
}

const findCase = async (id: string) => ({
  dispute: await prisma.dispute.findUniqueOrThrow({ where: { transactionId: id } }),
  chargeback: await prisma.transaction.findUniqueOrThrow({ where: { id } }),
});
const makeDue = (id: string) =>
  prisma.dispute.update({ where: { transactionId: id }, data: { nextAttemptAt: new Date(0) } });

/** Responses of earlier tests, also of other files, are not due in this one. */
beforeEach(async () => {
  await prisma.dispute.updateMany({
    where: { nextAttemptAt: { not: null } },
    data: { nextAttemptAt: new Date(Date.now() + 86_400_000) },
  });
});

test('a response goes to the acquirer with its files, until it is acknowledged', async () => {
  const { id, entry, document } = await buildResponse();
  const before = await findCase(id);
  const submit = vi.spyOn(acquirer, 'submitEvidence').mockResolvedValueOnce({ kind: 'unknown' });
  await submitDisputeResponses(AbortSignal.abort());
  expect({ calls: submit.mock.calls, now: await findCase(id) }).toEqual({ calls: [], now: before });

  await submitDisputeResponses();
  expect(submit.mock.calls).toEqual([
    [
      {
        reference: id,
        dispute: entry.reference,
        text: 'It arrived.',
        files: [
          { kind: 'other', name: document.fileName, contentType: 'application/pdf', bytes: pdf(document.id) },
        ],
      },
      expect.any(AbortSignal),
    ],
  ]);
  const waiting = await findCase(id);
  expect(waiting).toEqual({
    ...before,
    dispute: {
      ...before.dispute,
      ...{ attempts: 1, nextAttemptAt: expect.any(Date), requestedAt: expect.any(Date) },
    },
  });
  // Not due yet.
  await submitDisputeResponses();
  expect(submit).toHaveBeenCalledTimes(1);

  await makeDue(id);
  submit.mockResolvedValueOnce({ kind: 'acknowledged' });
  await submitDisputeResponses();
  expect(submit).toHaveBeenCalledTimes(2);
  expect(submit.mock.calls[1]![0]).toEqual({ ...submit.mock.calls[0]![0], isRepeated: true });
  submit.mockRestore();
  expect(await findCase(id)).toEqual({
    ...before,
    dispute: {
      ...before.dispute,
      attempts: 2,
      requestedAt: expect.any(Date),
      state: 'acknowledged',
      acquirerRespondedAt: expect.any(Date),
      nextAttemptAt: null,
    },
  });
});

test('all due responses are sent in one run, also after one that fails', async () => {
  const [broken, whole] = [await buildResponse(), await buildResponse()];
  await prisma.document.delete({ where: { id: broken.document.id } });
  await makeDue(broken.id);
  const submit = vi.spyOn(acquirer, 'submitEvidence').mockResolvedValue({ kind: 'acknowledged' });
  expectConsoleError({
    message: 'submitting the dispute evidence',
    error: 'an evidence file is missing',
    fields: { transactionId: broken.id },
  });
  await submitDisputeResponses();
  expect(submit.mock.calls.map(([{ reference }]) => reference)).toEqual([whole.id]);
  submit.mockRestore();
  expect((await findCase(broken.id)).dispute).toMatchObject({ state: 'sending', attempts: 1 });
});

describe('a PNG of a response', () => {
  async function buildPngResponse(bytes: Buffer) {
    const response = await buildResponse();
    const { id: documentId, storageKey } = response.document;
    await documentStore.write(storageKey, bytes, 'image/png');
    await prisma.document.update({
      where: { id: documentId },
      data: { contentType: 'image/png', sizeBytes: bytes.length, sha256: sha256(bytes) },
    });
    const submit = vi.spyOn(acquirer, 'submitEvidence').mockResolvedValue({ kind: 'acknowledged' });
    onTestFinished(() => submit.mockRestore());
    return { ...response, submit };
  }
  const requireJpeg = () => {
    Object.assign(acquirer, { requiresJpegEvidence: true });
    onTestFinished(() => void Reflect.deleteProperty(acquirer, 'requiresJpegEvidence'));
  };
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const transparent = () => sharp({ create: { width: 2, height: 2, channels: 4, background } });

  test('becomes a JPEG on white, for an acquirer that requires it', async () => {
    const png = await transparent().png().toBuffer();
    const { submit } = await buildPngResponse(png);
    await submitDisputeResponses();
    expect(submit.mock.calls[0]![0].files).toMatchObject([{ contentType: 'image/png', bytes: png }]);

    requireJpeg();
    const { submit: submitJpeg } = await buildPngResponse(png);
    await submitDisputeResponses();
    const [file] = submitJpeg.mock.lastCall![0].files;
    expect(file).toMatchObject({ kind: 'other', contentType: 'image/jpeg' });
    const { data, info } = await sharp(file!.bytes).raw().toBuffer({ resolveWithObject: true });
    expect([info.channels, ...data.subarray(0, 3)]).toEqual([3, 255, 255, 255]);
  });

  test('that can’t be converted isn’t sent, and after five attempts the team can replace it', async () => {
    requireJpeg();
    const { id, submit } = await buildPngResponse(Buffer.from('\x89PNG\r\n\x1a\nnot an image', 'latin1'));
    expectConsoleError({ message: 'submitting the dispute evidence', fields: { transactionId: id } });
    await submitDisputeResponses();
    expect(submit).not.toHaveBeenCalled();
    expect((await findCase(id)).dispute).toMatchObject({ state: 'sending', attempts: 1 });
    await prisma.dispute.update({ where: { transactionId: id }, data: { attempts: 3 } });
    for (const state of ['sending', null]) {
      await makeDue(id);
      await submitDisputeResponses();
      expect((await findCase(id)).dispute.state).toBe(state);
    }
    expect((await findCase(id)).dispute).toMatchObject({ returnedFault: 'files_unsuitable' });
    expect(submit).not.toHaveBeenCalled();
  });
});

test('a response waits for a storage that is down', async () => {
  const { id } = await buildResponse();
  const submit = vi.spyOn(acquirer, 'submitEvidence');
  const read = vi.spyOn(documentStore, 'read').mockRejectedValueOnce(new Error('down'));
  await submitDisputeResponses();
  read.mockRestore();
  expect(submit).not.toHaveBeenCalled();
  expect((await findCase(id)).dispute).toMatchObject({ state: 'sending', attempts: 1 });
  // The first request isn't a repeated one.
  await makeDue(id);
  await submitDisputeResponses();
  expect(submit.mock.calls[0]![0]).not.toHaveProperty('isRepeated');
  submit.mockRestore();
});

test('an attempt that lost its lease doesn’t send the response', async () => {
  const { id } = await buildResponse();
  const submit = vi.spyOn(acquirer, 'submitEvidence');
  const read = documentStore.read.bind(documentStore);
  const slow = vi.spyOn(documentStore, 'read').mockImplementationOnce(async (...input) => {
    await prisma.dispute.update({ where: { transactionId: id }, data: { attempts: 2 } });
    return read(...input);
  });
  await submitDisputeResponses();
  slow.mockRestore();
  expect(submit).not.toHaveBeenCalled();
  submit.mockRestore();
  expect((await findCase(id)).dispute).toMatchObject({ state: 'sending', requestedAt: null });
});

test('a response waits while its connection can’t be used', async () => {
  const { id } = await buildResponse();
  const reconnect = disconnectAcquirers();
  await submitDisputeResponses();
  reconnect();
  expect((await findCase(id)).dispute).toMatchObject({ state: 'sending', attempts: 1 });
});

test('a rejected response puts the chargeback back to where it was', async () => {
  const { id } = await buildResponse();
  const before = await findCase(id);
  const submit = vi.spyOn(acquirer, 'submitEvidence').mockResolvedValueOnce({ kind: 'refused' });
  await submitDisputeResponses();
  submit.mockRestore();
  expect(await findCase(id)).toEqual({
    dispute: {
      ...before.dispute,
      attempts: 1,
      requestedAt: expect.any(Date),
      state: 'refused',
      acquirerRespondedAt: expect.any(Date),
      nextAttemptAt: null,
    },
    chargeback: {
      ...before.chargeback,
      disputeStage: 'needs_response',
      version: before.chargeback.version + 1,
      updatedAt: expect.any(Date),
    },
  });
});

test('a response whose files the acquirer doesn’t take is a draft again, and the team can submit another one', async () => {
  const { client, id, by } = await buildResponse();
  const before = await findCase(id);
  const submit = vi
    .spyOn(acquirer, 'submitEvidence')
    .mockResolvedValueOnce({ kind: 'returned', fault: 'file_too_large' });
  await submitDisputeResponses();
  const returned = await findCase(id);
  expect(returned).toEqual({
    dispute: {
      ...before.dispute,
      ...{ decision: null, state: null, submittedAt: null, submittedBy: null, files: [] },
      ...{ nextAttemptAt: null, returnedFault: 'file_too_large' },
    },
    chargeback: {
      ...before.chargeback,
      disputeStage: 'needs_response',
      version: before.chargeback.version + 1,
      updatedAt: expect.any(Date),
    },
  });
  expect((await listMailsToOwner(client.merchant)).at(-1)).toMatchObject({
    template: 'chargeback-response-returned',
    props: { amount: '$40.00', link: expect.stringContaining(`/transactions/${id}/dispute`) },
  });
  const { text } = returned.dispute;
  expect(await submitDisputeEvidence({ ...by, text: 'Again.', seen: hashDraft(text) })).toBe('submitted');
  submit.mockResolvedValueOnce({ kind: 'acknowledged' });
  await submitDisputeResponses();
  submit.mockRestore();
  expect((await findCase(id)).dispute).toMatchObject({ state: 'acknowledged', returnedFault: null });
});

test('a decision that comes before the answer to the response stays', async () => {
  const { id } = await buildResponse();
  const decided = { status: 'VOIDED', disputeStage: 'won' };
  const submit = vi.spyOn(acquirer, 'submitEvidence').mockImplementationOnce(async () => {
    await prisma.transaction.update({ where: { id }, data: decided });
    return { kind: 'refused' };
  });
  await submitDisputeResponses();
  submit.mockRestore();
  expect(await findCase(id)).toMatchObject({ dispute: { state: 'refused' }, chargeback: decided });
});

test('a response without an answer isn’t sent again after the decision', async () => {
  const { id, entry } = await buildResponse();
  const submit = vi.spyOn(acquirer, 'submitEvidence').mockResolvedValue({ kind: 'unknown' });
  await submitDisputeResponses();
  await closeChargeback(builtInConnectionId('test'), { ...entry, kind: 'chargeback_won' });
  expect((await findCase(id)).dispute).toMatchObject({ state: 'sending', attempts: 1, nextAttemptAt: null });
  await submitDisputeResponses();
  expect(submit).toHaveBeenCalledTimes(1);
  submit.mockRestore();
});

test('of two answers to the same response, the first counts', async () => {
  const { id } = await buildResponse();
  const submit = vi.spyOn(acquirer, 'submitEvidence').mockImplementationOnce(async () => {
    await prisma.dispute.update({
      where: { transactionId: id },
      data: { state: 'acknowledged', acquirerRespondedAt: new Date(0), nextAttemptAt: null },
    });
    return { kind: 'refused' };
  });
  await submitDisputeResponses();
  submit.mockRestore();
  expect(await findCase(id)).toMatchObject({
    dispute: { state: 'acknowledged', acquirerRespondedAt: new Date(0) },
    chargeback: { disputeStage: 'under_review' },
  });
});

test('an acceptance goes to the acquirer without evidence', async () => {
  const { id, entry, by } = await buildChargeback(await buildApiClient());
  await acceptDispute(by);
  const [submit, accept] = [
    vi.spyOn(acquirer, 'submitEvidence'),
    vi.spyOn(acquirer, 'acceptDispute').mockResolvedValueOnce({ kind: 'acknowledged' }),
  ];
  await submitDisputeResponses();
  expect({ submitted: submit.mock.calls, accepted: accept.mock.calls }).toEqual({
    submitted: [],
    accepted: [[{ reference: id, dispute: entry.reference }, expect.any(AbortSignal)]],
  });
  for (const spy of [submit, accept]) spy.mockRestore();
  expect(await findCase(id)).toMatchObject({
    dispute: { state: 'acknowledged' },
    chargeback: { disputeStage: 'accepted' },
  });
});
