import { containsCardNumber } from '~/platform/cards/card-numbers';
import { fileTypes, type FileType } from './file-types';

const maximumNameLength = 120;

/**
 * Line breaks, unpaired surrogates, and invisible characters, except for the two joiners that some languages
 * and emojis need.
 */
const unprintable = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * A file's original name, safe to show and store: without folders and unprintable characters, shortened in
 * the middle. Stored files have separate names.
 */
export function sanitizeFileName(input: string): string {
  const name = input.split(/[/\\]/).at(-1)!.replace(unprintable, '').replace(/\s+/g, ' ').trim();
  // Threat T15: people's names for photos of their card.
  if (!/[\p{L}\p{N}]/u.test(name) || containsCardNumber(name)) return 'document';
  const characters = [...name];
  return characters.length > maximumNameLength
    ? [...characters.slice(0, maximumNameLength - 20), '…', ...characters.slice(-19)].join('')
    : name;
}

/** The name with the extension of the actual file type, because images are served re-encoded. */
export function buildDownloadName(fileName: string, contentType: FileType): string {
  const extensions: readonly string[] = fileTypes[contentType];
  const known = Object.values(fileTypes).flat().join('|');
  if (extensions.some((extension) => fileName.toLowerCase().endsWith(`.${extension}`))) return fileName;
  return `${fileName.replace(new RegExp(`\\.(${known})$`, 'i'), '')}.${extensions[0]}`;
}
