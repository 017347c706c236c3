import type { ApiDocument } from '~/platform/api-description/openapi-document';
import { listDocsPages } from '../pages/docs-pages.server';
import { excerpt, type MarkedText } from './excerpt';
import { listTerms, toSearchText } from './search-query';

type Entry = {
  path: string;
  page: string;
  section: string;
  text: string;
  /** Normalized, with a space before each word. */
  normalized: { page: string; section: string; text: string };
};

export type SearchResult = { path: string; page: string; section: string; excerpt: MarkedText };

const maximumResults = 20;

const indexes = new WeakMap<ApiDocument, Entry[]>();

/** The sections of the docs that contain all words of the query, or words that start with them, best first. */
export function searchDocs(document: ApiDocument, query: string): SearchResult[] {
  const terms = listTerms(query);
  if (!terms.length) return [];
  const entries = indexes.get(document) ?? buildIndex(document);
  indexes.set(document, entries);
  return entries
    .map((entry) => ({ entry, score: scoreEntry(entry, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, maximumResults)
    .map(({ entry: { path, page, section, text } }) => ({
      path,
      page,
      section,
      excerpt: excerpt(text, terms),
    }));
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
function scoreEntry({ normalized, section }: Entry, terms: readonly string[]): number {
  const phrase = ` ${terms.join(' ')}`;
  const scores = terms.map(
    (term) =>
      (normalized.section.includes(` ${term}`) ? 8 : 0) +
      (normalized.page.includes(` ${term}`) ? (section ? 2 : 10) : 0) +
      Math.min(3, normalized.text.split(` ${term}`).length - 1),
  );
  if (scores.includes(0)) return 0;
  const title = section ? normalized.section : normalized.page;
  const titleScore = title.startsWith(phrase) ? (20 * terms.length) / (title.split(' ').length - 1) : 0;
  return scores.reduce((sum, score) => sum + score, titleScore + (normalized.text.includes(phrase) ? 2 : 0));
}

/** With a space before each word, and `3-D` also as `3d`. */
const normalize = (text: string): string =>
  ` ${toSearchText(text)}${text.includes('-') ? ` ${toSearchText(text.replaceAll('-', ''))}` : ''}`;

/** Markdown without its marks and its code blocks, whose names are also in the text. */
function toText(markdown: string): string {
  return markdown
    .replace(/^```[^]*?^```$/gm, ' ')
    .replace(/^\|[ |:-]+\|$/gm, ' ')
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^#+ /gm, '')
    .replace(/[`*]|\\\|?|\|/g, ' ')
    .replace(/\s+/g, ' ');
}
