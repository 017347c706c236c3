import type { MetaDescriptor } from '@remix-run/react';
import { productName, type RootData } from './brand';
import { getSupportSessionTitlePrefix } from '../support-sessions/support-session-title';

type PageMetaArgs = { matches: readonly { id: string; data?: unknown }[]; data?: unknown };

/**
 * A page's `meta`: its title, then the brand's name.
 * export const meta = pageTitle('Transactions'); export const meta = pageTitle((data, root) => (data as Data
 * | undefined)?.name ?? 'Not found');
 */
export function pageTitle(title: string | ((data: unknown, root?: RootData) => string)) {
  return (page: PageMetaArgs): MetaDescriptor[] => {
    const root = getRootData(page);
    return [
      {
        title: `${getSupportSessionTitlePrefix(root)}${typeof title === 'string' ? title : title(page.data, root)} · ${root?.brandName ?? productName}`,
      },
    ];
  };
}

export function getRootData({ matches }: PageMetaArgs): RootData | undefined {
  return matches.find(({ id }) => id === 'root')?.data as RootData | undefined;
}
