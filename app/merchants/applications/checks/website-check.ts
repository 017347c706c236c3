import { sendEgressRequest, type EgressError, type EgressRequest } from '~/platform/egress/egress-request';
import { parseUrl, withoutWww } from '~/platform/http/parse-url';
import type { CheckFinding } from './check-finding';
import type { OutsideCheck, OutsideCheckResult } from './outside-check';

const maximumRedirects = 5;
const limitMs = 10_000;

const errorTexts: Record<Exclude<EgressError, 'interrupted'>, string> = {
  name_not_found: 'The domain name can’t be found.',
  private_address: 'The domain name points to a private network.',
  connection_refused: 'The website doesn’t accept connections.',
  connection_lost: 'The website ended the connection without a response.',
  tls_failed: 'The website has no valid certificate.',
  timeout: 'The website didn’t respond within 10 seconds.',
  unreadable_answer: 'The website’s response can’t be read.',
};

/** Whether the website that the merchant named exists and responds (threat T14: through the guarded egress). */
export const websiteCheck: OutsideCheck = {
  kind: 'website',
  repeatSeconds: 3600,
  findVersion: async () => '1',
  run: ({ answers: { website } }, stopping) =>
    website ? checkWebsite(website, { stopping }) : Promise.resolve({ findings: [] }),
};

/** `overrides`: for tests. */
export async function checkWebsite(
  website: string,
  overrides: Partial<EgressRequest> = {},
): Promise<OutsideCheckResult> {
  const start = parseUrl(website);
  let url = start;
  for (let redirects = 0; url && /^https?:$/.test(url.protocol); redirects++) {
    const response = await sendEgressRequest({
      url,
      headers: { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (compatible; website check)' },
      allowPrivate: false,
      limitMs,
      maximumBytes: 1024,
      ...overrides,
    });
    if ('error' in response)
      return response.error === 'interrupted'
        ? 'unavailable'
        : found('attention', errorTexts[response.error]);
    const { status, headers } = response;
    const isRedirect = status >= 300 && status < 400 && headers.location;
    if (!isRedirect) return found(...describeResponse(status, start!, url));
    if (redirects === maximumRedirects) return found('attention', 'The website redirects without end.');
    url = parseUrl(headers.location!, url.href);
  }
  return found('attention', 'The website redirects to an address that can’t be opened.');
}

function describeResponse(status: number, start: URL, end: URL): [CheckFinding['result'], string] {
  // Shops with bot protection answer 403 or 429 to programs.
  if (status >= 400 && status !== 403 && status !== 429)
    return ['attention', `The website responds with an error (status ${status}).`];
  if (withoutWww(start.hostname) !== withoutWww(end.hostname))
    return ['attention', `The website leads to another one: ${end.hostname}.`];
  return end.protocol === 'https:'
    ? ['passed', 'The website responds.']
    : ['attention', 'The website responds, but without encryption (http).'];
}

function found(result: CheckFinding['result'], text: string): OutsideCheckResult {
  return { findings: [{ itemKey: 'website', result, text }] };
}
