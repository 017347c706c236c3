import type { ApiDocument } from '~/platform/api-description/openapi-document';
import { listDocsPages } from '../pages/docs-pages.server';
import { excerpt, type MarkedText } from './excerpt';
import {
  countSameStart,
  isOneTypoAway,
  listAlternatives,
  listTerms,
  findCode,
  toPhrase,
  toSearchText,
} from './search-query';

type Entry = {
  path: string;
  page: string;
  section: string;
  text: string;
  /** Normalized, with a space before each word. */
  normalized: { page: string; section: string; text: string };
};

export type SearchResult = { path: string; page: string; section: string; excerpt: MarkedText };

const indexes = new WeakMap<ApiDocument, Entry[]>();

/**
 * The sections of the docs that contain all words of the query, words that start with them, or words that mean the same,
 * best first.
 */
export function searchDocs(document: ApiDocument, query: string, limit: number): SearchResult[] {
  const terms = listTerms(query);
  if (!terms.length) return [];
  const phrase = ` ${toPhrase(query)}`;
  const code = findCode(query);
  const alternatives = terms.flatMap((term) => listAlternatives(term).flatMap((text) => text.split(' ')));
  return getEntries(document)
    .map((entry) => ({ entry, score: scoreEntry(entry, terms, phrase) + scoreCode(entry, code) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ entry: { path, page, section, text } }) => ({
      path,
      page,
      section,
      excerpt: excerpt(text, code && text.includes(code) ? [code] : [...terms, ...alternatives]),
    }));
}

function getEntries(document: ApiDocument): Entry[] {
  const entries = indexes.get(document) ?? buildIndex(document);
  indexes.set(document, entries);
  return entries;
}

const minimumLengthOfTypo = 4;

/** The query with typing errors corrected, if its words become words of the docs. Null without a correction. */
export function suggestQuery(document: ApiDocument, query: string): string | null {
  const terms = listTerms(query);
  const vocabulary = [
    ...new Set(getEntries(document).flatMap(({ normalized }) => normalized.text.split(' '))),
  ];
  const corrected = terms.map((term) =>
    term.length < minimumLengthOfTypo || vocabulary.some((word) => word.startsWith(term))
      ? term
      : (findClosestWord(term, vocabulary) ?? term),
  );
  const suggestion = corrected.join(' ');
  return suggestion !== terms.join(' ') && searchDocs(document, suggestion, 1).length ? suggestion : null;
}

/** Of several words, the one that is the same for longest: limt is rather limit than list. */
function findClosestWord(term: string, vocabulary: readonly string[]): string | undefined {
  const close = vocabulary.filter((word) => isOneTypoAway(term, word));
  return close.sort((one, other) => countSameStart(term, other) - countSameStart(term, one))[0];
}

/** A few hundred sections, so a search compares them all in about a millisecond. */
function buildIndex(document: ApiDocument): Entry[] {
  return listDocsPages(document).flatMap(({ path, title, description, sections }) =>
    sections.map(({ title: section, anchor, markdown }, index) => {
      const isDescribed = index > 0 || markdown.startsWith(description);
      const text = toText(isDescribed ? markdown : `${description} ${markdown}`).trim();
      return {
        path: anchor ? `${path}#${anchor}` : path,
        page: title,
        section: section.replaceAll('`', ''),
        text,
        normalized: { page: normalize(title), section: normalize(section), text: normalize(text) },
      };
    }),
  );
}

/**
 * Titles count more than text, most of all one that starts with the query and has few other words. 0: a word is
 * missing.
 */
function scoreEntry({ normalized, section }: Entry, terms: readonly string[], phrase: string): number {
  const scoreWord = (word: string) =>
    (normalized.section.includes(` ${word}`) ? 8 : 0) +
    (normalized.page.includes(` ${word}`) ? (section ? 2 : 10) : 0) +
    Math.min(3, normalized.text.split(` ${word}`).length - 1) +
    scoreNumber(normalized, word);
  // The word itself counts twice as much as another one that means the same.
  const scores = terms.map(
    (term) => scoreWord(term) || Math.max(0, ...listAlternatives(term).map((word) => scoreWord(word) / 2)),
  );
  if (scores.includes(0)) return 0;
  // A section of the page that the query names, rather than one that repeats one of its words.
  const names = `${normalized.page}${normalized.section}`;
  const isNamed = terms.every((term) =>
    [term, ...listAlternatives(term)].some((word) => names.includes(` ${word}`)),
  );
  const title = section ? normalized.section : normalized.page;
  const titleScore = title.startsWith(phrase) ? (20 * terms.length) / (title.split(' ').length - 1) : 0;
  const bonus = titleScore + (normalized.text.includes(phrase) ? 2 : 0) + (isNamed ? 6 : 0);
  return scores.reduce((sum, score) => sum + score, bonus);
}

/** Ranks the section that defines an error code first, then sections that contain the exact code, then those with its words. */
function scoreCode({ section, text }: Entry, code: string | undefined): number {
  if (!code || !new RegExp(`(?<![a-z\\d_])${code}(?![a-z\\d_])`).test(text)) return 0;
  return section === code || text.includes(`${code} · `) ? 30 : 15;
}

/** A number is probably the status with which an error's text begins, or the start of a test card's number. */
function scoreNumber({ page, text }: Entry['normalized'], word: string): number {
  const isStatus = /^[45]\d\d$/.test(word) && text.startsWith(` ${word} `);
  const isCard = /^\d{4,}$/.test(word) && page === ' test cards' && text.includes(` ${word}`);
  return isStatus || isCard ? 10 : 0;
}

/** With a space before each word, and `3-D` also as `3d`. */
const normalize = (text: string): string =>
  ` ${toSearchText(text)}${text.includes('-') ? ` ${toSearchText(text.replaceAll('-', ''))}` : ''}`;

const endSentence = (text: string): string => (/[.:!?…]$/.test(text) ? text : `${text}.`);

const toSentence = (row: string): string =>
  endSentence(
    row
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' · '),
  );

/**
 * Markdown without its marks and its code blocks, except for their titles. Each item of a list and each row of a table is
 * a sentence.
 */
function toText(markdown: string): string {
  return markdown
    .replace(/^```([^\n]*)\n[^]*?^```$/gm, (_, info: string) =>
      info.includes(' ') ? ` ${info.replace(/^\S+/, '')}. ` : ' ',
    )
    .replace(/^\|[ |:-]+\|$/gm, '')
    .replace(/^\|.*\|$/gm, toSentence)
    .replace(/^- (.*)$/gm, (_, item: string) => endSentence(item))
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^#+ (.*)$/gm, '$1:')
    .replace(/[`*]/g, '')
    .replace(/\\\|?/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,;])(?= |$)/g, '$1');
}
