import type { RootData } from '../layout/brand';

/** The title prefix of every page in a support session. */
export function getSupportSessionTitlePrefix(root: RootData | undefined): string {
  return root?.supportSession ? `Viewing ${root.supportSession.merchant}: ` : '';
}
