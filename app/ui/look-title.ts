import type { RootData } from './brand';

/** What stands before the title of every page that staff see through a merchant's eyes. */
export function lookTitle(root: RootData | undefined): string {
  return root?.look ? `Looking at ${root.look.merchant}: ` : '';
}
