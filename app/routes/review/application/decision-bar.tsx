import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import type { ReviewCase } from '~/merchants/applications/review/review-case';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';

/** The end of the item review form. Every decision is previewed as the merchant will see it. */
export function DecisionBar({ assignment, steps }: { assignment: CaseSummary; steps: ReviewCase['steps'] }) {
  const itemReviews = steps.flatMap(({ items }) => items.map(({ outcome }) => outcome));
  const count = (status: string) => itemReviews.filter((itemReview) => itemReview === status).length;
  return (
    <Panel title="Decision">
      <p className="mb-4 text-ink-soft">
        Saved so far: {count('accepted')} accepted, {count('change')} to change, {count('undecided')}{' '}
        undecided. Before anything is sent, you see what the merchant will see.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="then" value="save" variant="secondary">
          Save
        </Button>
        <Button type="submit" name="then" value="accept_rest" variant="secondary">
          Accept all remaining
        </Button>
        <Button type="submit" name="then" value="changes" variant="secondary">
          Request changes
        </Button>
        <Button type="submit" name="then" value="approve">
          {assignment.isFirstOfTwo ? 'Approve (first of two)' : 'Approve'}
        </Button>
        <Button type="submit" name="then" value="reject" variant="secondary">
          Reject
        </Button>
      </div>
    </Panel>
  );
}
