import { config } from '~/platform/config/config.server';
import { parseUrl } from '~/platform/http/parse-url';
import { templateSecrets } from './template-secrets';
import type { TemplateName, TemplateProps } from './templates';

export const linkLeftOut = '[link left out]';
export const codeLeftOut = '[code left out]';

/**
 * The props of an email without its secrets: those that its template names, and every other link of ours that
 * looks as if it had a token, in case a template forgets one.
 */
export function leaveOutSecrets<N extends TemplateName>(name: N, props: TemplateProps<N>): TemplateProps<N> {
  const secrets: readonly PropertyKey[] = templateSecrets[name]?.props ?? [];
  return Object.fromEntries(
    Object.entries(props).map(([key, value]) => [
      key,
      value && secrets.includes(key)
        ? urlPattern.test(String(value))
          ? linkLeftOut
          : codeLeftOut
        : leaveOutTokens(value),
    ]),
  ) as TemplateProps<N>;
}

const urlPattern = /^https?:/;

function leaveOutTokens(value: unknown): unknown {
  if (typeof value === 'string')
    return value.replace(/https?:\/\/[^\s<>"]+/g, (url) => (hasToken(url) ? linkLeftOut : url));
  if (Array.isArray(value)) return value.map(leaveOutTokens);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, leaveOutTokens(item)]));
  return value;
}

const { portal, staff, api, checkout } = config.addresses;
const ownHosts = new Set(
  [portal, staff, ...Object.values(api), ...Object.values(checkout)].flatMap((address) =>
    address ? [new URL(address).host] : [],
  ),
);

/** Whether a link of ours has a long part that is neither words nor an ID. */
function hasToken(url: string): boolean {
  const parsed = parseUrl(url);
  if (!parsed) return true;
  const { host, pathname, search, hash } = parsed;
  return (
    ownHosts.has(host) &&
    `${pathname}${search}${hash}`
      .split(/[/?#&=.]/)
      .some((part) => part.length >= 20 && !/^(?:[a-z_-]+(?:_[0-9a-z]{36})?|[0-9a-f-]{36})$/.test(part))
  );
}
