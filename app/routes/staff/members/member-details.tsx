import type { StaffLeave } from '~/identity/staff/leave-days';
import { DescriptionList } from '~/ui/content/description-list';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Panel } from '~/ui/layout/panel';
import { MemberStatus } from './member-status';

type Member = {
  userId: string;
  name: string;
  createdAt: Date;
  endedAt: Date | null;
  lastLoginAt: Date | null;
  hasSecondFactor: boolean;
  leave: StaffLeave | null;
};

/** A staff member's access, and where to see what they did. */
export function MemberDetails({ member, isSelf }: { member: Member; isSelf: boolean }) {
  const { userId, name, createdAt, endedAt, lastLoginAt } = member;
  return (
    <Panel title="Access">
      <DescriptionList
        items={[
          ['Status', <MemberStatus key="status" {...member} />],
          ['Staff member since', <Time key="since" at={createdAt} />],
          ['Last login', lastLoginAt ? <Time key="login" at={lastLoginAt} /> : 'Never'],
        ]}
      />
      <p className="mt-5 flex flex-wrap gap-x-6 gap-y-2">
        <TextLink to={`/staff/audit-log?who=${userId}`}>What {name} did</TextLink>
        {!isSelf && !endedAt && <TextLink to={`/staff/members?end=${userId}`}>Remove from staff</TextLink>}
      </p>
    </Panel>
  );
}
