/** What a check found out about an item of an application, for reviewers. It decides nothing. */
export type CheckFinding = {
  /** As in `ReviewItem`. */
  itemKey: string;
  /** `attention`: a reviewer should look at it. */
  result: 'passed' | 'attention';
  text: string;
};
