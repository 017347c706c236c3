import type { Desk } from '~/merchants/applications/desk';
import type { Dossier } from '~/merchants/applications/dossier';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';

/** Ends the form of verdicts. Each decision is looked at as the merchant will see it before it is sent. */
export function DecideBar({ desk, steps }: { desk: Desk; steps: Dossier['steps'] }) {
  const verdicts = steps.flatMap(({ items }) => items.map(({ verdict }) => verdict));
  const count = (wanted: string) => verdicts.filter((verdict) => verdict === wanted).length;
  return (
    <Card title="Decision">
      <p className="mb-4 text-ink-soft">
        Kept so far: {count('accepted')} accepted, {count('change')} to change, {count('undecided')}{' '}
        undecided. Before anything is sent, you see what the merchant will see.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="then" value="save" variant="secondary">
          Save
        </Button>
        <Button type="submit" name="then" value="accept_rest" variant="secondary">
          Accept all that is left
        </Button>
        <Button type="submit" name="then" value="changes" variant="secondary">
          Request changes
        </Button>
        <Button type="submit" name="then" value="approve">
          {desk.isFirstOfTwo ? 'Approve (first of two)' : 'Approve'}
        </Button>
        <Button type="submit" name="then" value="reject" variant="secondary">
          Reject
        </Button>
      </div>
    </Card>
  );
}
