import { config, type Config } from '~/platform/config/config.server';
import { buildPortalUrl, type Surface } from '~/platform/http/surfaces.server';

export const robotsTxtPath = '/robots.txt';

/** Search engines may index the landing page and the docs, and load the files that these pages need. */
export function buildRobotsTxt(
  { kind }: Pick<Surface, 'kind'>,
  { landingPage }: Pick<Config, 'landingPage'> = config,
): string {
  if (kind !== 'portal') return 'User-agent: *\nDisallow: /\n';
  return [
    'User-agent: *',
    ...(landingPage ? ['Allow: /$'] : []),
    'Allow: /docs',
    'Allow: /llms.txt',
    'Allow: /sitemap.xml',
    'Allow: /assets/',
    'Allow: /favicon.svg',
    'Disallow: /',
    '',
    `Sitemap: ${buildPortalUrl('/sitemap.xml')}`,
    '',
  ].join('\n');
}
