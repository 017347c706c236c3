import type { SerializeFrom } from '@remix-run/node';
import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Badge } from '~/ui/content/status-badge';
import { Time } from '~/ui/content/time';
import { getDisputeStageLabel, isDisputeUnanswered } from '~/ui/labels/transaction-labels';

type Props = {
  transaction:
    | Pick<SerializeFrom<TransactionWithOperations>, 'id' | 'disputeStage' | 'disputeDueBy'>
    | Pick<TransactionWithOperations, 'id' | 'disputeStage' | 'disputeDueBy'>;
};

/** A chargeback's stage and the link to respond. Nothing for other transactions. */
export function Dispute({ transaction: { id, disputeStage, disputeDueBy } }: Props) {
  if (!disputeStage) return null;
  const unanswered = isDisputeUnanswered(disputeStage, disputeDueBy);
  const open = disputeStage === 'needs_response' && !unanswered;
  return (
    <Panel title="Chargeback" action={<Badge {...getDisputeStageLabel(disputeStage, disputeDueBy)} />}>
      <p className="mb-4">
        {open ? (
          <>
            Submit evidence or accept the dispute
            {disputeDueBy && (
              <>
                {' '}
                by <Time at={disputeDueBy} />
              </>
            )}
            .
          </>
        ) : unanswered ? (
          'The deadline to respond has passed.'
        ) : (
          'You can still view the response.'
        )}
      </p>
      <ButtonLink to={`/transactions/${id}/dispute`} variant={open ? 'primary' : 'secondary'}>
        {open ? 'Respond' : 'View response'}
      </ButtonLink>
    </Panel>
  );
}
