// Pure: the browser asks here before it sends, the server decides by the same words.

/** What may be handed in, with the endings of its files. */
export const fileTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/heic': ['heic', 'heif'],
} as const satisfies Record<string, readonly string[]>;

export type FileType = keyof typeof fileTypes;

/** What is kept of a file. */
export type CheckedFile = { bytes: Buffer; contentType: FileType };

export const imageTypes = ['image/jpeg', 'image/png', 'image/heic', 'image/heif'] as const;

export type ImageType = (typeof imageTypes)[number];

export type ImageError = 'unreadable' | 'too_many_pixels';

/** "10 MB" to people. */
export const maximumBytes = 10 * 1024 * 1024;

export type FileDescription = { fileName: string; contentType: string; sizeBytes: number };

/** What is wrong with a file already before it is sent. */
export type FileError = 'type_not_taken' | 'too_large' | 'empty';

/** The type of a file that may be handed in. Not every system knows HEIC: where it tells no type, the ending counts. */
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
