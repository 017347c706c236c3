import type { SupportSessionRecord } from '~/merchants/support-sessions/support-session-records';
import { supportSessionEndingLabels } from '~/merchants/support-sessions/ending-labels';
import { DescriptionList } from '../content/description-list';
import { Time } from '../content/time';

/** A support session from a loader. */
type SupportSessionFields = Pick<
  SupportSessionRecord,
  'by' | 'reason' | 'caseReference' | 'ending' | 'pages'
> &
  Record<'startedAt' | 'endsAt', Date | string> & {
    endedAt: Date | string | null;
    account?: SupportSessionRecord['account'];
  };

/** When and why a support session ended, or its time limit. */
export function renderSupportSessionEnd({
  endedAt,
  ending,
  endsAt,
}: Pick<SupportSessionFields, 'endedAt' | 'ending' | 'endsAt'>) {
  if (!endedAt || !ending)
    return (
      <>
        In progress, until <Time at={endsAt} /> at the latest
      </>
    );
  return (
    <>
      <Time at={endedAt} />: {supportSessionEndingLabels[ending]}
    </>
  );
}

/** The staff member, reason, time, and end of a support session. */
export function SupportSessionDetails({ supportSession }: { supportSession: SupportSessionFields }) {
  const { by, account, reason, caseReference, startedAt, pages } = supportSession;
  return (
    <DescriptionList
      items={[
        ['Who', by],
        ['Merchant', account?.name],
        [
          'Reason',
          <span key="reason" className="whitespace-pre-line">
            {reason}
          </span>,
        ],
        ['Case', caseReference],
        ['Started', <Time key="begun" at={startedAt} />],
        ['Ended', <span key="ended">{renderSupportSessionEnd(supportSession)}</span>],
        ['Pages viewed', pages],
      ]}
    />
  );
}
