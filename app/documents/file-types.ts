// Without dependencies: the browser checks before the upload with the same messages as the server.

/** The accepted file types with their extensions. */
export const fileTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif'],
} as const satisfies Record<string, readonly string[]>;

export type FileType = keyof typeof fileTypes;

/** A file as it's stored. An image is one page. */
export type CheckedFile = { bytes: Buffer; contentType: FileType; pages: number };

export type ImageError = 'unreadable' | 'too_many_pixels';

/** The limit for people: "10 MB". */
export const maximumBytes = 10 * 1024 * 1024;

/** Statements of a year have fewer. */
export const maximumPages = 200;

export type FileDescription = { fileName: string; contentType: string; sizeBytes: number };

/** What's wrong with a file before it's uploaded. */
export type FileError = 'type_not_taken' | 'too_large' | 'empty';

/** The type of an accepted file. Some systems don't know HEIC. Then the extension counts. */
export function getDeclaredType({
  fileName,
  contentType,
}: Pick<FileDescription, 'fileName' | 'contentType'>): FileType | null {
  const type = contentType.toLowerCase();
  if (isAcceptedType(type)) return type;
  if (type === 'image/heif') return 'image/heic';
  if (type && type !== 'application/octet-stream') return null;
  const extension = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  return (
    (Object.keys(fileTypes) as FileType[]).find((name) =>
      (fileTypes[name] as readonly string[]).includes(extension ?? ''),
    ) ?? null
  );
}

export function findFileError(file: FileDescription): FileError | null {
  if (!getDeclaredType(file)) return 'type_not_taken';
  if (file.sizeBytes > maximumBytes) return 'too_large';
  return file.sizeBytes > 0 ? null : 'empty';
}

function isAcceptedType(type: string): type is FileType {
  return Object.hasOwn(fileTypes, type);
}
