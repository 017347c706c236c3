import type { ApplicationContents } from '~/merchants/applications/answers/review-items';
import type { CheckFinding } from './check-finding';
import type { SanctionsMatch } from './sanctions-match';

/** `unavailable`: the source didn't answer, or can't be read. It's asked again. */
export type OutsideCheckResult = { findings: CheckFinding[]; matches?: SanctionsMatch[] } | 'unavailable';

/**
 * A check of a submitted application against a source outside of it: a website, a sanctions list, or a company register.
 * Each has an adapter of this type in `outside-checks.ts`.
 */
export type OutsideCheck = {
  kind: 'website' | 'sanctions';
  /** After this time, a finding that needs attention is checked again. Absent: with a new version only. */
  repeatSeconds?: number;
  /** The source's version, such as a list's date: a new one is checked again. Null when the check isn't set up. */
  findVersion: () => Promise<string | null>;
  run: (contents: ApplicationContents, stopping?: AbortSignal) => Promise<OutsideCheckResult>;
};
