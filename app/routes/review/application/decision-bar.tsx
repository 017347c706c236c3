import {
  findScreeningObstacle,
  listOpenMatches,
  type Screening,
} from '~/merchants/applications/checks/sanctions-match';
import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import type { CaseItem, ReviewCase } from '~/merchants/applications/review/review-case';
import { Button } from '~/ui/forms/button';
import { TextLink } from '~/ui/content/text-link';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { ItemLinks } from './item-links';
import { decisionBarId, toAcceptRestValue } from './item-review-form';
import { ReviewShortcuts } from './review-shortcuts';
import type { SavingProgress } from './item-review-saver';
import type { ItemResults } from './use-item-reviews';

type Props = {
  assignment: CaseSummary;
  steps: ReviewCase['steps'];
  screening: Screening;
  results: ItemResults;
  progress: SavingProgress;
  /** What the last button has done to the items. */
  outcome: string | null;
};

const progressMessages: Record<SavingProgress, string> = {
  saved: 'Saved',
  saving: 'Saving…',
  saving_again: 'Saving…',
  failed: 'Not saved. Check your connection, and press Save.',
  logged_out:
    'Not saved: you’re logged out. Log in from another tab. Your choices stay here and are saved then.',
  rejected: 'Not saved. Press Save to see why.',
};

/** The end of the item review form. Every decision is previewed as the merchant will see it. */
export function DecisionBar({ assignment, steps, screening, results, progress, outcome }: Props) {
  const isHydrated = useHydrated();
  const items = steps.flatMap((step) => step.items);
  const withResult = (result: ItemResults[string]) => items.filter(({ key }) => results[key] === result);
  const [accepted, changes, undecided] = [
    withResult('accepted'),
    withResult('change'),
    withResult('undecided'),
  ];
  const openMatches = listOpenMatches(screening).length;
  const obstacle = findScreeningObstacle(screening);
  const left = undecided.length + changes.length + openMatches;
  // Without scripts, the counts don't follow the choices, and the next page has the obstacles.
  const isApprovable = !isHydrated || (!left && !obstacle);
  return (
    <section
      aria-label="Decision"
      id={decisionBarId}
      tabIndex={-1}
      data-decision-bar
      className="rounded-xl border border-line-strong bg-surface p-4 shadow-menu lg:sticky lg:bottom-3 lg:z-10"
    >
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60 text-sm">
          <p>
            <span className="font-semibold">
              {accepted.length} accepted, {changes.length} to change, {undecided.length} undecided
            </span>
            {isHydrated && (
              <span role="status" className="text-ink-soft">
                {' '}
                · {progressMessages[progress]}
              </span>
            )}
          </p>
          {outcome && (
            <p role="status" className="font-medium text-positive">
              {outcome}
            </p>
          )}
          <FoldedItemLinks title={`Undecided items (${undecided.length})`} items={undecided} />
          <FoldedItemLinks title={`Requested changes (${changes.length})`} items={changes} />
          {obstacle && (
            <p>
              <TextLink to="#checks">
                {obstacle === 'open_matches'
                  ? `Sanctions matches to clear (${openMatches})`
                  : 'Not compared with the sanctions list yet'}
              </TextLink>
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {(!isHydrated || ['failed', 'saving_again', 'rejected'].includes(progress)) && (
            <Button type="submit" name="then" value="save" variant="secondary">
              Save
            </Button>
          )}
          {(!isHydrated || undecided.length > 0) && (
            <Button type="submit" name="then" value={toAcceptRestValue('all')} variant="secondary">
              Accept all remaining
            </Button>
          )}
          <Button type="submit" name="then" value="changes" variant="secondary">
            Request changes
          </Button>
          <Button type="submit" name="then" value="reject" variant="secondary">
            Reject
          </Button>
          <Button
            type="submit"
            name="then"
            value="approve"
            disabled={!isApprovable}
            className="disabled:opacity-50"
          >
            {assignment.isFirstOfTwo ? 'Approve (first of two)' : 'Approve'}
            {!isApprovable && left > 0 && ` (${left} left)`}
          </Button>
          {isHydrated && <ReviewShortcuts />}
        </div>
      </div>
    </section>
  );
}

function FoldedItemLinks({ title, items }: { title: string; items: readonly CaseItem[] }) {
  if (!items.length) return null;
  return (
    <details>
      <summary className="min-h-6 py-0.5 text-accent underline underline-offset-4">{title}</summary>
      <div className="mt-1 max-h-40 overflow-auto">
        <ItemLinks items={items} />
      </div>
    </details>
  );
}
