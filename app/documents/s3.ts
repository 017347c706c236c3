import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  GetObjectLockConfigurationCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { Config } from '~/platform/config/config.server';
import { maximumBytes } from './file-types';
import { uploadSeconds, type Storage } from './storage';

/** For one attempt of one call. The largest file takes a second to read from a nearby bucket. */
const timeoutMs = 20_000;
const maximumAttempts = 2;

/** How long a bucket with object lock protects content that is never deleted. */
const lockYears = 10;

/**
 * A private bucket of any S3-compatible storage. Browsers upload to it directly, so it has to allow POST from
 * the portal's origin (CORS).
 */
export function createS3Storage({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: NonNullable<Config['s3']>): Storage {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Path-style URLs work everywhere. A host per bucket would need DNS and a certificate.
    forcePathStyle: true,
    // Not every S3-compatible storage supports other checksums than the signature's.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: maximumAttempts,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
    },
  });
  const at = (Key: string) => ({ Bucket: bucket, Key });
  const withTimeoutSignal = () => ({ abortSignal: AbortSignal.timeout(timeoutMs * maximumAttempts) });

  let objectLock: boolean | undefined;
  const hasObjectLock = async () =>
    (objectLock ??= await readObjectLock(client, bucket, withTimeoutSignal()));

  async function listPage(folder: string, after: string | undefined) {
    const input = { Bucket: bucket, Prefix: `${folder}/`, Delimiter: '/' };
    if (await hasObjectLock()) {
      // A deleted object is only hidden, and its versions are still listed.
      const {
        Versions = [],
        CommonPrefixes = [],
        NextKeyMarker,
      } = await client.send(
        new ListObjectVersionsCommand({ ...input, KeyMarker: after }),
        withTimeoutSignal(),
      );
      return { objects: Versions, folders: CommonPrefixes, next: NextKeyMarker };
    }
    const {
      Contents = [],
      CommonPrefixes = [],
      NextContinuationToken,
    } = await client.send(
      new ListObjectsV2Command({ ...input, ContinuationToken: after }),
      withTimeoutSignal(),
    );
    return { objects: Contents, folders: CommonPrefixes, next: NextContinuationToken };
  }

  return {
    async uploadForm({ key, contentType }) {
      const { url, fields } = await createPresignedPost(client, {
        ...at(key),
        Expires: uploadSeconds,
        Fields: { 'Content-Type': contentType },
        Conditions: [['content-length-range', 1, maximumBytes]],
      });
      return { url, fields };
    },

    async has(key) {
      return (await nullIfMissing(client.send(new HeadObjectCommand(at(key)), withTimeoutSignal()))) !== null;
    },

    async read(key, limit) {
      const signal = withTimeoutSignal();
      const found = await nullIfMissing(client.send(new GetObjectCommand(at(key)), signal));
      if (!found) return null;
      const stream = found.Body as NodeJS.ReadableStream & { destroy(error?: Error): void };
      const stopped = () => stream.destroy(new Error('the storage took too long'));
      signal.abortSignal.addEventListener('abort', stopped);
      try {
        const chunks: Buffer[] = [];
        let length = 0;
        for await (const chunk of stream) {
          length += chunk.length;
          if (length > limit) return 'too_large';
          chunks.push(chunk as Buffer);
        }
        return Buffer.concat(chunks);
      } finally {
        signal.abortSignal.removeEventListener('abort', stopped);
        stream.destroy();
      }
    },

    async write(key, bytes, contentType) {
      await client.send(
        new PutObjectCommand({ ...at(key), Body: bytes, ContentType: contentType }),
        withTimeoutSignal(),
      );
    },

    hasObjectLock,

    async writeOnce(key, bytes) {
      const retention = (await hasObjectLock()) && {
        ObjectLockMode: 'GOVERNANCE' as const,
        ObjectLockRetainUntilDate: addYears(new Date(), lockYears),
        ContentMD5: createHash('md5').update(bytes).digest('base64'),
      };
      await client.send(
        new PutObjectCommand({ ...at(key), Body: bytes, ContentType: 'text/plain', ...retention }),
        withTimeoutSignal(),
      );
    },

    async list(folder) {
      const names = new Set<string>();
      let after: string | undefined;
      do {
        const { objects, folders, next } = await listPage(folder, after);
        for (const { Key } of objects) names.add(Key!.slice(folder.length + 1));
        for (const { Prefix } of folders) names.add(Prefix!.slice(folder.length + 1, -1));
        after = next;
      } while (after);
      return [...names];
    },

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)), withTimeoutSignal());
    },
  };
}

/** False without the right to ask, too. */
async function readObjectLock(
  client: S3Client,
  bucket: string,
  options: { abortSignal: AbortSignal },
): Promise<boolean> {
  try {
    const found = await client.send(new GetObjectLockConfigurationCommand({ Bucket: bucket }), options);
    return found.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled';
  } catch (error) {
    // Buckets without it answer 404, and storages that don't know it 400, 405, or 501.
    const status = (error as S3ServiceException).$metadata?.httpStatusCode ?? 0;
    if ([400, 403, 404, 405, 501].includes(status)) return false;
    throw error;
  }
}

function addYears(date: Date, years: number): Date {
  const later = new Date(date);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

async function nullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (
      (error as S3ServiceException).$metadata?.httpStatusCode === 404 &&
      (error as Error).name !== 'NoSuchBucket'
    )
      return null;
    throw error;
  }
}
