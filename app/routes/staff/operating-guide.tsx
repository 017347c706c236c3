import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TextLink } from '~/ui/content/text-link';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { MarkdownProse } from '../docs/markdown-prose';
import { requireStaff } from '../guards';
import { findGuidePage, guidePages } from './operating-guide/guide-pages.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request, 'operations_view');
  const page = findGuidePage(params.page);
  if (!page) throw new Response('Not found', { status: 404 });
  return { page, pages: guidePages };
}

export const meta = pageTitle(
  (data) => (data as { page: { title: string } } | undefined)?.page.title ?? 'Not found',
);

/** The files of docs/operating, with which operators work when something fails. */
export default function OperatingGuide() {
  const { page, pages } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={page.title} />
      <nav aria-label="Operating guide" className="mb-6 flex flex-wrap gap-x-5 gap-y-2">
        {pages.map(({ title, url }) =>
          url === page.url ? (
            <span key={url} aria-current="page" className="font-semibold">
              {title}
            </span>
          ) : (
            <TextLink key={url} to={url}>
              {title}
            </TextLink>
          ),
        )}
      </nav>
      <article className="max-w-4xl">
        <MarkdownProse blocks={page.blocks} />
      </article>
    </>
  );
}
