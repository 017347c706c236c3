import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
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

    async delete(key) {
      await client.send(new DeleteObjectCommand(at(key)), withTimeoutSignal());
    },
  };
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
