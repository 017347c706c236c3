import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { ExamplesNote } from './examples-note';
import { guides } from './guide-list';
import { readGuide } from './guides.server';
import { Prose } from './prose';
import { findReader } from './reader';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = guides.find(({ slug }) => slug === (params.guide ?? guides[0].slug));
  const reader = await findReader(request);
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
        <Prose blocks={introduction} />
        {examples.length > 0 && <ExamplesNote reader={reader} />}
        <Prose blocks={examples} />
      </div>
    </article>
  );
}
