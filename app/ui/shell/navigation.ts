import type { LucideIcon } from 'lucide-react';

export type NavigationItem = {
  to: string;
  text: string;
  icon: LucideIcon;
  /** Pages of this item whose URL is below another item. */
  pages?: RegExp;
};

/** Items under a common title. A group without a title has the most important or general ones. */
export type NavigationGroup<Item = NavigationItem> = { title?: string; items: readonly Item[] };

/** The groups with the items that somebody may use. */
export function filterGroups<Item>(
  groups: readonly NavigationGroup<Item>[],
  isAllowed: (item: Item) => boolean,
): NavigationGroup<Item>[] {
  return groups
    .map(({ title, items }) => ({ title, items: items.filter(isAllowed) }))
    .filter(({ items }) => items.length > 0);
}
