import type { StaffLeave } from '~/identity/staff/leave-days';
import { Badge } from '~/ui/content/status-badge';
import { Time } from '~/ui/content/time';

type Props = { endedAt: Date | string | null; hasSecondFactor: boolean; leave: StaffLeave | null };

/** Whether a staff member can work, and if not, why. */
export function MemberStatus({ endedAt, hasSecondFactor, leave }: Props) {
  if (endedAt)
    return (
      <>
        Until <Time at={endedAt} />
      </>
    );
  return (
    <span className="inline-flex flex-wrap gap-2">
      {hasSecondFactor ? (
        <Badge tone="positive" text="Active" />
      ) : (
        <Badge tone="caution" text="No second factor yet" />
      )}
      {leave && <Badge tone="neutral" text={`On leave, ${leave.from} to ${leave.until}`} />}
    </span>
  );
}
