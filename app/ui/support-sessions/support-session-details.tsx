import type { SupportSessionRecord } from '~/merchants/support-sessions/support-session-records';
import { supportSessionEndReasonLabels } from '~/merchants/support-sessions/end-reason-labels';
import { DescriptionList } from '../content/description-list';
import { Time } from '../content/time';

/** A support session from a loader. */
type SupportSessionFields = Pick<
  SupportSessionRecord,
  'by' | 'reason' | 'caseReference' | 'endReason' | 'pages'
> &
  Record<'startedAt' | 'endsAt', Date | string> & {
    endedAt: Date | string | null;
    account?: SupportSessionRecord['account'];
  };

/** When and why a support session ended, or its time limit. */
export function renderSupportSessionEnd({
  endedAt,
  endReason,
  endsAt,
}: Pick<SupportSessionFields, 'endedAt' | 'endReason' | 'endsAt'>) {
  if (!endedAt || !endReason)
    return (
      <>
        In progress, until <Time at={endsAt} /> at the latest
      </>
    );
  return (
    <>
      <Time at={endedAt} />: {supportSessionEndReasonLabels[endReason]}
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
