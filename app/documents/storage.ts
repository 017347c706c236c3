/** What a browser needs to send one file: POST the fields and then the file to the address, as multipart/form-data. */
export type UploadForm = { url: string; fields: Record<string, string> };

/** For so long an {@link UploadForm} is taken. */
export const uploadSeconds = 600;

/**
 * Where the bytes lie. Every function throws when the storage does not answer in time, and may then be called again.
 * Keys are ours alone: `documents/<account>/…`, never made of what somebody typed.
 */
export type Storage = {
  /**
   * Lets a browser send one file of exactly this key and type, of 1 byte up to the largest size, for {@link uploadSeconds}.
   * Until then it may send again, so what lies under such a key is not to be relied on: read it once, and keep a copy.
   */
  uploadForm(input: { key: string; contentType: string }): Promise<UploadForm>;
  has(key: string): Promise<boolean>;
  /** All bytes, null when nothing is there. What is larger than expected is not read. */
  read(key: string, maximumBytes: number): Promise<Buffer | 'too_large' | null>;
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Nothing happens when nothing is there. */
  delete(key: string): Promise<void>;
};
