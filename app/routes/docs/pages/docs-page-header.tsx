import type { ReactNode } from 'react';
import { TextLink } from '~/ui/content/text-link';
import { PageHeader } from '~/ui/layout/page-header';
import { getMarkdownPath } from './docs-meta';

/** The header of a docs page, with a link to its Markdown. */
export function DocsPageHeader({
  path,
  title,
  lead,
  query = '',
}: {
  path: string;
  title: string;
  lead?: ReactNode;
  query?: string;
}) {
  return (
    <PageHeader
      title={title}
      lead={lead}
      action={
        <TextLink to={getMarkdownPath(path) + query} reloadDocument className="text-sm">
          View as Markdown
        </TextLink>
      }
    />
  );
}
