import { getHeadingAnchor } from '../../docs/heading-anchor';

export const operatingGuidePath = '/staff/operating-guide';

/** The page in the staff area of a file in docs/operating, such as `runbook.md`. */
export function getGuideUrl(fileName: string): string {
  const slug = fileName.replace(/\.md$/, '').toLowerCase();
  return slug === 'readme' ? operatingGuidePath : `${operatingGuidePath}/${slug}`;
}

/** A section of the runbook. */
export function getRunbookUrl(heading: string): string {
  return `${getGuideUrl('runbook.md')}#${getHeadingAnchor(heading)}`;
}
