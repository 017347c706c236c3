import { containsCardNumber } from '~/platform/cards/card-numbers';
import { fileTypes, type FileType } from './file-types';

const maximumNameLength = 120;

/** Line breaks, halves of signs, and what is not seen, but for the two joiners: some languages and pictures need them. */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * The name people know a file by, fit to be shown and stored: without its folders and anything unprintable, cut in the
 * middle. It names nothing of ours: what lies in the storage has names of its own.
 */
export function sanitizeFileName(input: string): string {
  const name = input.split(/[/\\]/).at(-1)!.replace(unprintable, '').replace(/\s+/g, ' ').trim();
  // Threat T15: what people call a photo of their card.
  if (!/[\p{L}\p{N}]/u.test(name) || containsCardNumber(name)) return 'document';
  const characters = [...name];
  return characters.length > maximumNameLength
    ? [...characters.slice(0, maximumNameLength - 20), '…', ...characters.slice(-19)].join('')
    : name;
}

/** The name with the ending of what the file turned out to be: an image is handed out as we rewrote it. */
export function buildDownloadName(fileName: string, contentType: FileType): string {
  const extensions: readonly string[] = fileTypes[contentType];
  const known = Object.values(fileTypes).flat().join('|');
  if (extensions.some((extension) => fileName.toLowerCase().endsWith(`.${extension}`))) return fileName;
  return `${fileName.replace(new RegExp(`\\.(${known})$`, 'i'), '')}.${extensions[0]}`;
}
