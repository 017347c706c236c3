import type { LookRecord } from '~/merchants/look-records';
import { endingWords } from '~/merchants/look-words';
import { DescriptionList } from './description-list';
import { Time } from './time';

/** A look as it comes from a loader. */
type Told = Pick<LookRecord, 'by' | 'reason' | 'caseReference' | 'ending' | 'pages'> &
  Record<'begunAt' | 'endsAt', Date | string> & {
    endedAt: Date | string | null;
    account?: LookRecord['account'];
  };

/** When a look ended and how, or until when it goes on. */
export function howLookEnded({ endedAt, ending, endsAt }: Pick<Told, 'endedAt' | 'ending' | 'endsAt'>) {
  if (!endedAt || !ending)
    return (
      <>
        Goes on until <Time at={endsAt} /> at most
      </>
    );
  return (
    <>
      <Time at={endedAt} />: {endingWords[ending]}
    </>
  );
}

/** Who looked, why, when, and how it ended. */
export function LookFacts({ look }: { look: Told }) {
  const { by, account, reason, caseReference, begunAt, pages } = look;
  return (
    <DescriptionList
      facts={[
        ['Who', by],
        ['Merchant', account?.name],
        [
          'Reason',
          <span key="reason" className="whitespace-pre-line">
            {reason}
          </span>,
        ],
        ['Case', caseReference],
        ['Begun', <Time key="begun" at={begunAt} />],
        ['Ended', <span key="ended">{howLookEnded(look)}</span>],
        ['Pages seen', pages],
      ]}
    />
  );
}
