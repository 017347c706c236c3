import type { LoaderFunctionArgs } from '@remix-run/node';
import { config } from '~/platform/config/config.server';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { listDocsPages } from './docs-pages.server';

/** The pages for search engines (sitemaps.org): the landing page and the docs. */
export function loader({ context }: LoaderFunctionArgs) {
  const paths = [
    ...(config.landingPage ? ['/'] : []),
    ...listDocsPages(context.describeApi()).map(({ path }) => path),
  ];
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...paths.map((path) => `  <url><loc>${buildPortalUrl(path)}</loc></url>`),
    '</urlset>',
    '',
  ];
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'application/xml; charset=utf-8' } });
}
