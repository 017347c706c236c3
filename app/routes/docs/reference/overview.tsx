import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { TextLink } from '~/ui/content/text-link';
import { tokenize } from '../guides.server';
import { MarkdownProse } from '../markdown-prose';
import { docsMeta, type DocsPageSummary } from '../pages/docs-meta';
import { DocsPageHeader } from '../pages/docs-page-header';
import {
  listObjects,
  listResources,
  objectsPage,
  readReferenceIntroduction,
  referencePage,
} from './operation-views.server';

export const meta = docsMeta((data) => (data as { page: DocsPageSummary } | undefined)?.page);

export const handle = { indexed: true };

export function loader({ context }: LoaderFunctionArgs) {
  const document = context.describeApi();
  return {
    page: referencePage,
    introduction: tokenize(readReferenceIntroduction(document)),
    groups: [
      ...listResources(document).map(({ path, name, description, operations }) => ({
        path,
        name,
        description,
        items: operations.map(({ id, summary, ...operation }) => ({
          id,
          text: summary,
          endpoint: `${operation.method} ${operation.path}`,
        })),
      })),
      {
        path: objectsPage.path,
        name: objectsPage.title,
        description: objectsPage.description,
        items: listObjects(document).map(({ name }) => ({ id: name, text: name, endpoint: '' })),
      },
    ],
  };
}

/** All endpoints. Each row has the anchor that it had when the reference was one page. */
export default function ReferenceOverview() {
  const { page, introduction, groups } = useLoaderData<typeof loader>();
  // Its sections follow the endpoints, which most readers look for.
  const start = introduction.findIndex(({ type }) => type === 'heading');
  useFormerAnchors(groups);
  return (
    <article className="max-w-4xl">
      <DocsPageHeader path={page.path} title={page.title} lead={page.description} />
      <MarkdownProse blocks={introduction.slice(0, start)} />
      {groups.map(({ path, name, description, items }) => (
        <section key={path} className="mt-8">
          <h2 className="text-xl font-semibold tracking-tight">
            <TextLink to={path}>{name}</TextLink>
          </h2>
          <p className="mt-1 mb-3 text-ink-soft">{description}</p>
          <ul className="divide-y divide-line border-y border-line">
            {items.map(({ id, text, endpoint }) => (
              <li
                key={id}
                id={id}
                className="flex flex-wrap justify-between gap-x-6 py-2.5 target:bg-accent-soft"
              >
                <TextLink to={`${path}#${id}`}>{text}</TextLink>
                {endpoint && <code className="font-mono text-sm break-all text-ink-soft">{endpoint}</code>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="mt-6">
        <MarkdownProse blocks={introduction.slice(start)} />
      </div>
    </article>
  );
}

/** Old links to an operation or one of its fields lead to its page. Without JavaScript, to its row. */
function useFormerAnchors(groups: readonly { path: string; items: readonly { id: string }[] }[]): void {
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const id = hash.slice(1).split('.')[0];
    const group = groups.find(
      ({ path, items }) => path.endsWith(`/${id}`) || items.some((item) => item.id === id),
    );
    if (group) void navigate(group.path + hash, { replace: true });
  }, [groups, hash, navigate]);
}
