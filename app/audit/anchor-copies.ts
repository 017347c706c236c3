import { documentStore } from '~/documents/document-store';
import type { SignedAnchor } from './anchor-signature';

/** The document storage has a copy of every anchor, so that the database's owner can't delete them all. */
const folder = 'audit-anchors';

/** The chain of entries without an account. */
const noAccountFolder = 'no-account';

const chainFolder = (accountId: string) => `${folder}/${accountId || noAccountFolder}`;

/** The name contains the whole anchor, so that listing a folder is enough to read it. */
const copyName = ({ kind, sequence, hash, signedAt, keyId, mac }: SignedAnchor) =>
  [kind, sequence, hash, signedAt.getTime(), keyId, mac].join('-');

const copyNamePattern = /^(head|restore)-(\d{1,18})-([0-9a-f]{64})-(\d{13})-([0-9a-f]{8})-([0-9a-f]{64})$/;

/** @throws the storage's error */
export async function writeAnchorCopy(accountId: string, anchor: SignedAnchor): Promise<void> {
  const name = copyName(anchor);
  await documentStore.writeOnce(`${chainFolder(accountId)}/${name}`, Buffer.from(name));
}

/** @throws the storage's error */
export async function listAnchorCopies(accountId: string): Promise<SignedAnchor[]> {
  const names = await documentStore.list(chainFolder(accountId));
  return names.flatMap((name) => parseCopyName(name) ?? []);
}

function parseCopyName(name: string): SignedAnchor | null {
  const [, kind, sequence, hash, signedAt, keyId, mac] = copyNamePattern.exec(name) ?? [];
  return kind
    ? {
        kind: kind as SignedAnchor['kind'],
        sequence: BigInt(sequence!),
        hash: hash!,
        signedAt: new Date(Number(signedAt)),
        keyId: keyId!,
        mac: mac!,
      }
    : null;
}

/**
 * The accounts with copies, even those without anything in the database.
 * @throws the storage's error
 */
export async function listAccountsWithCopies(): Promise<string[]> {
  const folders = await documentStore.list(folder);
  return folders.map((name) => (name === noAccountFolder ? '' : name));
}
