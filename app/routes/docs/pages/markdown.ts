import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { readChosenLanguage } from '../examples/chosen-language';
import { getMarkdownPath } from './docs-meta';
import { listDocsPages, writeDocsPage } from './docs-pages.server';
import { guidePath, guides } from '../guide-list';

const startPath = guidePath(guides[0].slug);

/** A page of the docs as Markdown, with placeholders instead of the reader's credentials. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  if (pathname === `${startPath}.md`) return redirect(getMarkdownPath(startPath), 301);
  const { language } = readChosenLanguage(request);
  const page = listDocsPages(context.describeApi(), language).find(
    ({ path }) => getMarkdownPath(path) === pathname,
  );
  if (!page) throw new Response('Not found', { status: 404 });
  return new Response(writeDocsPage(page), {
    headers: {
      'Content-Type': 'text/markdown; charset=utf-8',
      // For search engines.
      Link: `<${buildPortalUrl(page.path)}>; rel="canonical"`,
    },
  });
}
