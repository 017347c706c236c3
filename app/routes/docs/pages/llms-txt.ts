import type { LoaderFunctionArgs } from '@remix-run/node';
import { config } from '~/platform/config/config.server';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { getMarkdownPath } from './docs-meta';
import { listDocsPages } from './docs-pages.server';

/** The docs' pages for language models (llmstxt.org). */
export function loader({ context }: LoaderFunctionArgs) {
  const lines = listDocsPages(context.describeApi()).map(
    ({ path, title, description }) =>
      `- [${title}](${buildPortalUrl(getMarkdownPath(path))}): ${description}`,
  );
  const text = `# ${config.brandName}\n\n> Card payments with a JSON API, a hosted checkout, and a portal.\n\n## Docs\n\n${lines.join('\n')}\n`;
  return new Response(text, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
