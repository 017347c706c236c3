import type { MetaDescriptor } from '@remix-run/react';
import { getRootData, pageTitle } from '~/ui/layout/page-title';
import { guidePath, guides } from '../guide-list';

/** What search engines and other readers learn about a page. */
export type DocsPageSummary = { path: string; title: string; description: string };

/** The same page as Markdown. */
export const getMarkdownPath = (path: string) =>
  `${path === guidePath(guides[0].slug) ? `${path}/${guides[0].slug}` : path}.md`;

/** The `meta` of a docs page: its title and description, its only URL, and its Markdown. */
export function docsMeta(summarize: (data: unknown) => DocsPageSummary | undefined) {
  return (page: Parameters<ReturnType<typeof pageTitle>>[0]): MetaDescriptor[] => {
    const summary = summarize(page.data);
    if (!summary) return pageTitle('Page not found')(page);
    const { path, title, description } = summary;
    return [
      ...pageTitle(title)(page),
      { name: 'description', content: description },
      { tagName: 'link', rel: 'canonical', href: `${getRootData(page)?.portalUrl ?? ''}${path}` },
      { tagName: 'link', rel: 'alternate', type: 'text/markdown', href: getMarkdownPath(path) },
    ];
  };
}
