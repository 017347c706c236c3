import { expect, onTestFinished, test, vi } from 'vitest';
import { uploadSeconds } from '~/documents/storage';
import { prisma } from '~/platform/database/db.server';
import { buildApiClient } from '../../../tests/world/api-client';
import { buildStoredDocument } from '../../../tests/world/documents/documents';
import { buildChargeback } from '../../../tests/world/payments/chargebacks';
import { canUploadEvidence, evidenceKinds, findFinishedEvidence, isEvidenceKind } from './evidence';

test('a dispute takes four kinds of evidence', () => {
  expect(evidenceKinds).toEqual([
    'dispute_evidence_receipt',
    'dispute_evidence_delivery',
    'dispute_evidence_correspondence',
    'dispute_evidence_other',
  ]);
  expect(['dispute_evidence_other', 'dispute_evidence', 'bank_statement', ''].filter(isEvidenceKind)).toEqual(
    ['dispute_evidence_other'],
  );
});

test('evidence can be uploaded for an open chargeback of the account', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id: subject } = await buildChargeback(client);
  const stranger = (await buildApiClient()).merchant.accountId;
  const slot = { accountId, subject, kind: 'dispute_evidence_receipt' };
  expect(await canUploadEvidence(slot)).toBe(true);
  for (const change of [
    { accountId: stranger },
    { subject: '' },
    { subject: '\0' },
    { subject: `${subject}x` },
    { kind: 'dispute_evidence_spell' },
  ])
    expect(await canUploadEvidence({ ...slot, ...change }), JSON.stringify(change)).toBe(false);
  await prisma.transaction.update({ where: { id: subject }, data: { disputeDueBy: new Date(0) } });
  expect(await canUploadEvidence(slot)).toBe(false);
});

test('documents of an application are uploaded without a chargeback', async () => {
  const { accountId } = (await buildApiClient()).merchant;
  expect(await canUploadEvidence({ accountId, subject: '', kind: 'bank_statement' })).toBe(true);
});

test('a response has the checked files of its chargeback, and waits for those that may still arrive', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  const { id: subject } = await buildChargeback(client);
  const add = (kind: string, changes: object = {}) =>
    buildStoredDocument(client, { subject, kind, ...changes });
  const uploading = (seconds: number) => ({
    status: 'uploading',
    createdAt: new Date(Date.now() - seconds * 1_000),
  });
  const find = () => findFinishedEvidence(prisma, { accountId, transactionId: subject });
  expect(await find()).toEqual([]);
  const ready = await add('dispute_evidence_receipt');
  await add('dispute_evidence_receipt', { replacedAt: new Date() });
  await add('dispute_evidence_delivery', { status: 'rejected', rejectionReason: 'damaged' });
  await add('dispute_evidence_other', uploading(uploadSeconds + 60));
  // Not evidence.
  await add('bank_statement', { status: 'checking' });
  const finished = [{ id: ready.id, name: ready.fileName }];
  expect(await find()).toEqual(finished);

  const arriving = await add('dispute_evidence_correspondence', uploading(uploadSeconds - 60));
  expect(await find()).toBeNull();
  const set = (data: object) => prisma.document.update({ where: { id: arriving.id }, data });
  // An upload that started exactly this long ago won't arrive.
  vi.useFakeTimers({ now: arriving.createdAt.getTime() + uploadSeconds * 1_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await find()).toEqual(finished);
  vi.useRealTimers();
  await set({ status: 'checking', createdAt: new Date(0) });
  expect(await find()).toBeNull();
  await set({ status: 'ready' });
  expect(await find()).toEqual([{ id: arriving.id, name: arriving.fileName }, ...finished]);
});
