/**
 * What a browser needs to upload one file: POST the fields and then the file to the URL as
 * multipart/form-data.
 */
export type UploadForm = { url: string; fields: Record<string, string> };

/** The beginning of an account's keys. */
export const getAccountFolder = (accountId: string) => `documents/${accountId}/`;

/** How long an {@link UploadForm} is valid. */
export const uploadSeconds = 600;

/**
 * The document storage. Every function throws when the storage doesn't respond in time, and can be retried.
 * Keys are generated: {@link getAccountFolder} and IDs, or `audit-anchors/<account>/…`, and never contain input.
 */
export type Storage = {
  /**
   * Lets a browser upload one file with exactly this key and type, from 1 byte up to the maximum size, for
   * {@link uploadSeconds}. It can upload again until then, so content under such a key isn't reliable: read
   * it once, and store a copy.
   */
  uploadForm(input: { key: string; contentType: string }): Promise<UploadForm>;
  has(key: string): Promise<boolean>;
  /** The complete content. Null when there is none. Content larger than expected isn't read. */
  read(key: string, maximumBytes: number): Promise<Buffer | 'too_large' | null>;
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Like write, for content that is never replaced or deleted. Locked if the bucket has object lock. */
  writeOnce(key: string, bytes: Buffer): Promise<void>;
  /** Whether content of writeOnce can't be deleted, not even with the storage's credentials. */
  hasObjectLock(): Promise<boolean>;
  /** The names directly in a folder: of objects, even deleted ones if the bucket keeps them, and of folders. */
  list(folder: string): Promise<string[]>;
  /** Does nothing when it doesn't exist. */
  delete(key: string): Promise<void>;
};
