import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AnchoredHeading } from '~/ui/content/anchored-heading';
import { docsMeta, type DocsPageSummary } from '../pages/docs-meta';
import { DocsPageHeader } from '../pages/docs-page-header';
import { FieldList } from './field-list';
import { listObjects, objectsPage } from './operation-views.server';

export const meta = docsMeta((data) => (data as { page: DocsPageSummary } | undefined)?.page);

export const handle = { indexed: true };

export function loader({ context }: LoaderFunctionArgs) {
  return { page: objectsPage, objects: listObjects(context.describeApi()) };
}

export default function ReferenceObjects() {
  const { page, objects } = useLoaderData<typeof loader>();
  return (
    <article className="max-w-4xl">
      <DocsPageHeader path={page.path} title={page.title} lead={page.description} />
      {objects.map(({ name, description, fields }) => (
        <section key={name} id={name} className="border-t border-line py-8">
          <AnchoredHeading
            level={2}
            anchor={name}
            hasId={false}
            title={name}
            className="text-xl font-semibold tracking-tight"
          />
          <p className="mt-2 mb-4">{description}</p>
          <FieldList title="Members" anchor={name} fields={fields} />
        </section>
      ))}
    </article>
  );
}
