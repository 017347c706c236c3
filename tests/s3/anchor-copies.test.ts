import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListObjectVersionsCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createS3Storage } from '~/documents/s3';
import type { Storage } from '~/documents/storage';
import { startS3, type S3Peer } from '../peers/services/s3';

let s3: S3Peer;
let client: S3Client;
const lockedBucket = 'locked';
const open = (bucket: string): Storage => createS3Storage({ ...s3.settings, bucket });

beforeAll(async () => {
  s3 = await startS3();
  const { endpoint, region, accessKeyId, secretAccessKey } = s3.settings;
  client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  });
  await client.send(new CreateBucketCommand({ Bucket: lockedBucket, ObjectLockEnabledForBucket: true }));
});
afterAll(async () => {
  client.destroy();
  await s3.stop();
});

test('names are listed with their folders, beyond one page', async () => {
  const store = open(s3.settings.bucket);
  expect(await store.list('audit-anchors')).toEqual([]);
  const names = Array.from({ length: 1_003 }, (_, i) => `head-${i}`);
  for (let i = 0; i < names.length; i += 50)
    await Promise.all(
      names.slice(i, i + 50).map((name) => store.writeOnce(`audit-anchors/acc_1/${name}`, Buffer.from(name))),
    );
  await store.writeOnce('audit-anchors/acc_2/head-1', Buffer.from('x'));
  expect((await store.list('audit-anchors')).sort()).toEqual(['acc_1', 'acc_2']);
  expect((await store.list('audit-anchors/acc_1')).sort()).toEqual([...names].sort());
  expect(await store.hasObjectLock()).toBe(false);
});

test('in a bucket with object lock, deleted copies are still listed', async () => {
  const store = open(lockedBucket);
  expect(await store.hasObjectLock()).toBe(true);
  const keys = Array.from({ length: 1_003 }, (_, i) => `audit-anchors/acc_1/head-${i}`);
  for (let i = 0; i < keys.length; i += 50)
    await Promise.all(keys.slice(i, i + 50).map((key) => store.writeOnce(key, Buffer.from('x'))));
  await store.delete(keys[0]!);
  const { Versions } = await client.send(
    new ListObjectVersionsCommand({ Bucket: lockedBucket, Prefix: keys[1] }),
  );
  await expect(
    client.send(
      new DeleteObjectCommand({ Bucket: lockedBucket, Key: keys[1], VersionId: Versions![0]!.VersionId }),
    ),
  ).rejects.toThrow(/AccessDenied|forbidden by object lock/);
  expect((await store.list('audit-anchors/acc_1')).sort()).toEqual(
    keys.map((key) => key.split('/')[2]).sort(),
  );
  expect(await store.list('audit-anchors')).toEqual(['acc_1']);
});
