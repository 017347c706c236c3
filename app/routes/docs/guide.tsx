import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { findDocsReader } from './docs-reader';
import { ExampleCredentialsNote } from './example-credentials-note';
import { guidePath, guides } from './guide-list';
import { readGuide } from './guides.server';
import { listHeadings, MarkdownProse } from './markdown-prose';
import { docsMeta, type DocsPageSummary } from './pages/docs-meta';
import { DocsPageHeader } from './pages/docs-page-header';
import { PageContents } from './pages/page-contents';

export const meta = docsMeta((data) => (data as { page: DocsPageSummary } | undefined)?.page);

export const handle = { indexed: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = guides.find(({ slug }) => slug === (params.guide ?? guides[0].slug));
  if (!found) throw new Response('Not found', { status: 404 });
  if (params.guide === guides[0].slug)
    throw new Response(null, { status: 301, headers: { Location: guidePath(found.slug) } });
  const { slug, title, description } = found;
  const reader = await findDocsReader(request);
  return { page: { path: guidePath(slug), title, description }, reader, ...readGuide(slug, reader) };
}

/** Shorter pages need no contents. */
const minimumSections = 3;

export default function Guide() {
  const { page, reader, introduction, examples } = useLoaderData<typeof loader>();
  const sections = listHeadings([...introduction, ...examples]);
  return (
    <div className="gap-8 min-[88rem]:grid min-[88rem]:grid-cols-[minmax(0,56rem)_13rem]">
      <article className="min-w-0 max-w-4xl">
        <DocsPageHeader path={page.path} title={page.title} />
        <div className="space-y-5">
          <MarkdownProse blocks={introduction} />
          {examples.length > 0 && <ExampleCredentialsNote reader={reader} />}
          <MarkdownProse blocks={examples} />
        </div>
      </article>
      {sections.length >= minimumSections && <PageContents sections={sections} />}
    </div>
  );
}
