import type { RootData } from '../layout/brand';

/** What stands before the title of every page that staff see through a merchant's eyes. */
export function getSupportSessionTitlePrefix(root: RootData | undefined): string {
  return root?.supportSession ? `Viewing ${root.supportSession.merchant}: ` : '';
}
