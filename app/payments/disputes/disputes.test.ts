import { expect, onTestFinished, test, vi } from 'vitest';
import { maximumEvidenceTextLength } from '~/payments/text-limits';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient } from '../../../tests/world/api-client';
import { listMailsToOwner } from '../../../tests/world/mails/mails';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { buildStoredDocument } from '../../../tests/world/documents/documents';
import { acceptDispute, findDispute, hashDraft, saveDraft, submitDisputeEvidence } from './disputes';

const openCase = async (changes: Parameters<typeof buildChargeback>[1] = {}) => {
  const client = await buildApiClient();
  return { client, ...(await buildChargeback(client, changes)) };
};
const findRow = (transactionId: string) => prisma.dispute.findUnique({ where: { transactionId } });
const listAudit = async (subject: string) =>
  (await prisma.auditEntry.findMany({ where: { subject }, orderBy: { id: 'asc' } })).map(
    ({ actor, action, accountId, details, address }) => ({ actor, action, accountId, details, address }),
  );
const address = '192.0.2.7';

test('a chargeback is found with its payment, its draft and its evidence', async () => {
  const inAWeek = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString();
  const { client, paymentId, id, by, entry } = await openCase({ dueBy: inAWeek });
  const { orderId, externalId } = await prisma.transaction.findUniqueOrThrow({ where: { id: paymentId } });
  const evidence = await buildStoredDocument(client, { subject: id, kind: 'dispute_evidence_receipt' });
  await buildStoredDocument(client, { subject: id, kind: 'bank_statement' });
  const open = {
    id,
    parentId: paymentId,
    status: 'CAPTURED',
    orderAmount: 4_000,
    orderCurrency: 'USD',
    disputeReason: 'fraudulent',
    createdAt: expect.any(Date),
    parent: { orderId, externalId },
    stage: 'needs_response',
    dueBy: new Date(entry.dueBy!),
    isOpen: true,
    isLate: false,
    text: '',
    mark: '',
    decision: null,
    state: null,
    submittedAt: null,
    acquirerRespondedAt: null,
    returnedFault: null,
    documents: [evidence],
  };
  expect(await findDispute(by)).toEqual(open);

  await saveDraft({ ...by, text: 'It arrived.', seen: '' });
  const drafted = { ...open, text: 'It arrived.', mark: expect.stringMatching(/^[\w-]{16}$/) };
  expect(await findDispute(by)).toEqual(drafted);

  // At its deadline, it's late.
  vi.useFakeTimers({ now: new Date(entry.dueBy!), toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await findDispute(by)).toEqual({ ...drafted, isOpen: false, isLate: true });
  vi.useRealTimers();

  const change = (data: object) => prisma.transaction.update({ where: { id }, data });
  await change({ disputeDueBy: new Date(0) });
  expect(await findDispute(by)).toEqual({ ...drafted, dueBy: new Date(0), isOpen: false, isLate: true });
  await change({ disputeDueBy: null });
  expect(await findDispute(by)).toEqual({ ...drafted, dueBy: null });
  await change({ disputeStage: 'under_review' });
  expect(await findDispute(by)).toMatchObject({ stage: 'under_review', isOpen: false, isLate: false });

  // The acquirer rejected the response.
  await change({ disputeStage: 'needs_response' });
  const at = new Date('2030-01-01T00:00:00.000Z');
  await prisma.dispute.update({
    where: { transactionId: id },
    data: {
      decision: 'answer',
      state: 'refused',
      submittedAt: at,
      submittedBy: by.userId,
      acquirerRespondedAt: at,
    },
  });
  const rejected = {
    ...drafted,
    dueBy: null,
    isOpen: false,
    decision: 'answer',
    state: 'refused',
    submittedAt: at,
    acquirerRespondedAt: at,
  };
  expect(await findDispute(by)).toEqual(rejected);

  // A chargeback from before there were cases.
  await prisma.dispute.delete({ where: { transactionId: id } });
  expect(await findDispute(by)).toEqual({ ...open, dueBy: null });
  await change({ status: 'VOIDED', disputeStage: 'won' });
  expect(await findDispute(by)).toMatchObject({
    status: 'VOIDED',
    stage: 'won',
    isOpen: false,
    isLate: false,
  });
});

test("nothing is found for other IDs, another merchant's, or another environment's", async () => {
  const [{ paymentId, by }, { by: stranger }] = [await openCase(), await openCase()];
  expect(await findDispute({ ...by, id: paymentId })).toBeNull();
  expect(await findDispute({ ...by, id: createId('trx') })).toBeNull();
  expect(await findDispute({ ...by, id: stranger.id })).toBeNull();
  expect(await findDispute({ ...by, environment: 'live' })).toBeNull();
});

test('a draft is saved, unless a colleague changed it meanwhile', async () => {
  const { id, by } = await openCase();
  await prisma.dispute.delete({ where: { transactionId: id } });
  const save = (text: string, seen: string) => saveDraft({ ...by, address, text, seen });
  expect(await save('First', '')).toBe('saved');
  const row = {
    transactionId: id,
    accountId: by.accountId,
    environment: 'test',
    text: 'First',
    decision: null,
    state: null,
    files: [],
    submittedBy: null,
    submittedAt: null,
    acquirerRespondedAt: null,
    attempts: 0,
    nextAttemptAt: null,
    requestedAt: null,
    remindedAt: null,
    returnedFault: null,
  };
  expect(await findRow(id)).toEqual(row);
  expect(await save('Second', hashDraft('First'))).toBe('saved');
  // A double-click sends the same text, which was seen in an older version.
  expect(await save('Second', hashDraft('First'))).toBe('saved');
  expect(await save('Third', hashDraft('First'))).toEqual({ meanwhile: 'Second' });
  expect(await save('Third', '')).toEqual({ meanwhile: 'Second' });
  expect(await findRow(id)).toEqual({ ...row, text: 'Second' });
  const entry = {
    actor: `portal:${by.userId}`,
    action: 'dispute_evidence_saved',
    accountId: by.accountId,
    address,
  };
  expect(await listAudit(id)).toEqual([
    { ...entry, details: { environment: 'test', characters: 5 } },
    { ...entry, details: { environment: 'test', characters: 6 } },
    { ...entry, details: { environment: 'test', characters: 6 } },
  ]);
  // An empty draft has an empty mark.
  expect(await save('', hashDraft('Second'))).toBe('saved');
  expect(await save('Last', '')).toBe('saved');
});

test('too much text and card numbers are neither saved nor submitted', async () => {
  const { id, by } = await openCase();
  const full = 'x'.repeat(maximumEvidenceTextLength);
  for (const send of [saveDraft, submitDisputeEvidence]) {
    expect(await send({ ...by, text: `${full}x`, seen: '' })).toBe('too_long');
    expect(await send({ ...by, text: 'Card 4242 4242 4242 4242', seen: '' })).toBe('holds_card_number');
  }
  expect({ text: (await findRow(id))!.text, audit: await listAudit(id) }).toEqual({ text: '', audit: [] });
  expect(await saveDraft({ ...by, text: full, seen: '' })).toBe('saved');
});

test('a response is submitted once, with its finished files', async () => {
  const { client, id, by } = await openCase();
  const before = await prisma.transaction.findUniqueOrThrow({ where: { id } });
  const submit = (text: string, seen = '') => submitDisputeEvidence({ ...by, address, text, seen });
  expect(await submit(' \n')).toBe('nothing_to_send');
  await saveDraft({ ...by, text: 'A colleague wrote this', seen: '' });
  expect(await submit('Mine')).toEqual({ meanwhile: 'A colleague wrote this' });
  const seen = hashDraft('A colleague wrote this');
  const document = await buildStoredDocument(client, {
    subject: id,
    kind: 'dispute_evidence_other',
    status: 'checking',
  });
  expect(await submit('Mine', seen)).toBe('files_checking');
  expect(await findRow(id)).toMatchObject({ text: 'A colleague wrote this', state: null });
  await prisma.document.update({ where: { id: document.id }, data: { status: 'ready' } });

  // Files without text are a response, too.
  expect(await submit('', seen)).toBe('submitted');
  const row = (await findRow(id))!;
  expect(row).toEqual({
    transactionId: id,
    accountId: by.accountId,
    environment: 'test',
    text: '',
    decision: 'answer',
    state: 'sending',
    files: [{ id: document.id, name: document.fileName }],
    submittedBy: by.userId,
    submittedAt: expect.any(Date),
    acquirerRespondedAt: null,
    attempts: 0,
    nextAttemptAt: row.submittedAt,
    requestedAt: null,
    remindedAt: null,
    returnedFault: null,
  });
  expect(await prisma.transaction.findUnique({ where: { id } })).toEqual({
    ...before,
    disputeStage: 'under_review',
    version: 2,
    updatedAt: expect.any(Date),
  });
  expect((await listAudit(id)).slice(1)).toEqual([
    {
      actor: `portal:${by.userId}`,
      action: 'dispute_evidence_submitted',
      accountId: by.accountId,
      details: { environment: 'test', characters: 0, files: 1 },
      address,
    },
  ]);
  expect({
    save: await saveDraft({ ...by, text: 'more', seen: '' }),
    submit: await submit('more'),
    accept: await acceptDispute(by),
  }).toEqual({ save: 'not_open', submit: 'not_open', accept: 'not_open' });
  expect(await findRow(id)).toEqual(row);
  await prisma.dispute.delete({ where: { transactionId: id } });
});

test('an accepted dispute keeps its draft, and the team is notified', async () => {
  const { client, id, by } = await openCase();
  await saveDraft({ ...by, text: 'A draft', seen: '' });
  expect(await acceptDispute({ ...by, address })).toBe('submitted');
  const row = (await findRow(id))!;
  expect(row).toMatchObject({
    text: 'A draft',
    decision: 'accept',
    state: 'sending',
    files: [],
    submittedBy: by.userId,
    nextAttemptAt: row.submittedAt,
  });
  expect(await prisma.transaction.findUnique({ where: { id } })).toMatchObject({
    disputeStage: 'accepted',
    version: 2,
  });
  expect((await listAudit(id)).slice(1)).toEqual([
    {
      actor: `portal:${by.userId}`,
      action: 'dispute_accepted',
      accountId: by.accountId,
      details: { environment: 'test' },
      address,
    },
  ]);
  expect((await listMailsToOwner(client.merchant)).slice(1)).toEqual([
    {
      template: 'chargeback-decided',
      props: expect.objectContaining({ amount: '$40.00', isTest: true, outcome: 'accepted' }),
    },
  ]);
  await prisma.dispute.delete({ where: { transactionId: id } });
});

test('a response creates the case of a chargeback that has none', async () => {
  const { id, by } = await openCase();
  await prisma.dispute.delete({ where: { transactionId: id } });
  expect(await submitDisputeEvidence({ ...by, text: 'It arrived.', seen: '' })).toBe('submitted');
  expect(await findRow(id)).toMatchObject({
    accountId: by.accountId,
    environment: 'test',
    text: 'It arrived.',
    state: 'sending',
  });
  await prisma.dispute.delete({ where: { transactionId: id } });
});

test("another merchant and the other environment can't change anything", async () => {
  const [{ id, by }, { by: stranger }] = [await openCase(), await openCase()];
  const before = await findRow(id);
  for (const other of [
    { ...by, accountId: stranger.accountId },
    { ...by, environment: 'live' as const },
  ]) {
    expect(await saveDraft({ ...other, text: 'Mine', seen: '' })).toBe('not_open');
    expect(await submitDisputeEvidence({ ...other, text: 'Mine', seen: '' })).toBe('not_open');
    expect(await acceptDispute(other)).toBe('not_open');
  }
  expect({ row: await findRow(id), audit: await listAudit(id) }).toEqual({ row: before, audit: [] });
});
