import { expect, test } from 'vitest';
import { documentStore } from '~/documents/document-store';
import { deleteReplacedDocuments } from '~/documents/document-retention';
import { prisma } from '~/platform/database/db.server';
import { buildApplication, buildDocument } from '../../../tests/world/applications';
import { pdf } from '../../../tests/world/documents/sample-files';
import { buildMerchant } from '../../../tests/world/merchants';
import { deleteUnneededDocuments } from './application-documents';

const kind = 'bank_statement';
const goingOn = new AbortController().signal;
const replaced = (id: string, daysAgo: number) =>
  prisma.document.update({
    where: { id },
    data: { replacedAt: new Date(Date.now() - daysAgo * 86_400_000) },
  });

/** A document with content that was replaced some days ago. */
async function buildReplaced(accountId: string, daysAgo = 8) {
  return replaced(await buildDocument(accountId, { kind, bytes: pdf() }), daysAgo);
}

test('a document replaced a week ago is deleted with its content, and current ones stay', async () => {
  const { accountId } = await buildMerchant();
  const old = await buildReplaced(accountId);
  const recent = await buildReplaced(accountId, 6);
  const currentDocument = await buildDocument(accountId, { kind });
  await deleteUnneededDocuments(goingOn);
  expect(await documentStore.has(old.storageKey)).toBe(false);
  expect(await documentStore.has(recent.storageKey)).toBe(true);
  expect((await prisma.document.findMany({ where: { accountId } })).map(({ id }) => id).sort()).toEqual(
    [recent.id, currentDocument].sort(),
  );
});

test('a document that a submitted application contains is kept', async () => {
  const { merchant } = await buildApplication('SUBMITTED');
  const { accountId } = merchant;
  const { id: named } = await prisma.document.findFirstOrThrow({ where: { accountId, kind } });
  await replaced(named, 400);
  const { id: unnamed } = await buildReplaced(accountId);
  await deleteUnneededDocuments(goingOn);
  expect(await prisma.document.findUnique({ where: { id: named } })).not.toBeNull();
  expect(await prisma.document.findUnique({ where: { id: unnamed } })).toBeNull();
});

test('if the storage is unavailable, everything is left for the next run', async () => {
  const { id, storageKey } = await buildReplaced((await buildMerchant()).accountId);
  const none = () => Promise.resolve(new Set<string>());
  const down = { ...documentStore, delete: () => Promise.reject(new Error('down')) };
  await expect(deleteReplacedDocuments(none, goingOn, down)).rejects.toThrow('down');
  expect(await prisma.document.findUnique({ where: { id } })).not.toBeNull();
  await deleteUnneededDocuments(goingOn);
  expect(await documentStore.has(storageKey)).toBe(false);
});
