import type { MemberPermission } from '~/merchants/team/members';
import { portalNavigation } from '~/ui/shell/portal-navigation';
import { toSearchText } from '../../docs/search/search-query';
import { developerPages } from '../developers/developer-pages';
import { listSettingsGroups } from '../settings/settings-pages';

export type PageResult = { to: string; title: string; description: string | undefined };

type Reader = { permissions: readonly MemberPermission[]; isSupportSession: boolean };
type SearchPage = { to: string; text: string; description?: string; requiredPermission: MemberPermission };

/** Pages that aren't in a menu. */
const otherPages: readonly SearchPage[] = [
  { to: '/payment-links/new', text: 'New payment link', requiredPermission: 'transactions_change' },
  { to: '/developers/webhooks/new', text: 'New webhook endpoint', requiredPermission: 'webhooks_manage' },
  { to: '/transactions/views', text: 'Saved views', requiredPermission: 'transactions_view' },
];

/** What people also call a page. */
const synonyms: Record<string, string> = {
  '/': 'dashboard overview report',
  '/transactions': 'payments refunds charges orders',
  '/chargebacks': 'disputes evidence',
  '/payment-links': 'invoices',
  '/payouts': 'deposits settlements bank balance money paid fees transfers',
  '/cards': 'tokens vault customers',
  '/checkout-design': 'branding theme',
  '/developers': 'keys tokens authentication',
  '/developers/addresses': 'allowlist ip',
  '/developers/requests': 'logs errors',
  '/application': 'kyc onboarding live bank account owners',
  '/team': 'users people members colleagues invite remove access',
  '/audit-log': 'history changes',
  '/security': '2fa mfa profile login',
};

/** The pages that contain all terms, or words that start with them, best first. Without terms, the main menu. */
export function findPages(terms: readonly string[], { permissions, isSupportSession }: Reader): PageResult[] {
  const mainPages: readonly SearchPage[] = portalNavigation.flatMap(({ items }) => items);
  const pages: readonly SearchPage[] = terms.length
    ? [
        ...mainPages,
        ...listSettingsGroups({ permissions, isSupportSession }).flatMap(({ items }) => items),
        ...developerPages,
        ...otherPages,
      ]
    : mainPages;
  const results = new Map<string, PageResult & { searchText: string }>();
  for (const { to, text, description, requiredPermission } of pages) {
    if (!permissions.includes(requiredPermission)) continue;
    const known = results.get(to);
    results.set(to, {
      to,
      title: known?.title ?? text,
      description: known?.description ?? description,
      searchText: `${known?.searchText ?? ''} ${toSearchText(`${text} ${description ?? ''}`)} ${synonyms[to] ?? ''}`,
    });
  }
  return [...results.values()]
    .filter(({ searchText }) => terms.every((term) => searchText.includes(` ${term}`)))
    .sort((a, b) => startsWith(b.title, terms) - startsWith(a.title, terms))
    .map(({ to, title, description }) => ({ to, title, description }));
}

const startsWith = (title: string, terms: readonly string[]): number =>
  Number(toSearchText(title).startsWith(terms.join(' ')));
