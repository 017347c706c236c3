import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { ExampleCredentialsNote } from './example-credentials-note';
import { guides } from './guide-list';
import { readGuide } from './guides.server';
import { MarkdownProse } from './markdown-prose';
import { findDocsReader } from './docs-reader';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = guides.find(({ slug }) => slug === (params.guide ?? guides[0].slug));
  const reader = await findDocsReader(request);
  const guide = found && readGuide(found.slug, reader);
  if (!guide || params.guide === guides[0].slug) throw new Response('Not found', { status: 404 });
  return { title: found.title, reader, ...guide };
}

export const meta = pageTitle((data) => (data as { title: string } | undefined)?.title ?? 'Page not found');

export default function Guide() {
  const { title, reader, introduction, examples } = useLoaderData<typeof loader>();
  return (
    <article className="max-w-4xl">
      <PageHeader title={title} />
      <div className="space-y-5">
        <MarkdownProse blocks={introduction} />
        {examples.length > 0 && <ExampleCredentialsNote reader={reader} />}
        <MarkdownProse blocks={examples} />
      </div>
    </article>
  );
}
