import type { SerializeFrom } from '@remix-run/node';
import type { TransactionWithOperations } from '~/payments/transactions/transaction-operations';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Badge } from '~/ui/content/status-badge';
import { Time } from '~/ui/content/time';
import { getDisputeStageLabel, isDisputeUnanswered } from '~/ui/labels/transaction-labels';

type Chargeback = Pick<TransactionWithOperations, 'id' | 'disputeStage' | 'disputeDueBy' | 'responses'>;
type Props = { transaction: Chargeback | SerializeFrom<Chargeback> };

/** A chargeback's stage and the link to respond. Nothing for other transactions. */
export function Dispute({ transaction: { id, disputeStage, disputeDueBy, responses } }: Props) {
  if (!disputeStage) return null;
  const unanswered = isDisputeUnanswered(disputeStage, disputeDueBy);
  const open = disputeStage === 'needs_response' && !unanswered;
  const hasResponse = responses.some(({ isAcceptance }) => !isAcceptance);
  return (
    <Panel title="Chargeback" action={<Badge {...getDisputeStageLabel(disputeStage, disputeDueBy)} />}>
      <p className="mb-4">
        {open ? (
          <>
            Submit evidence or accept the chargeback
            {disputeDueBy && (
              <>
                {' '}
                by <Time at={disputeDueBy} />
              </>
            )}
            .
          </>
        ) : hasResponse ? (
          'You can still view the response.'
        ) : disputeStage === 'accepted' || responses.length > 0 ? (
          'You accepted the chargeback.'
        ) : unanswered ? (
          'You didn’t respond, and the deadline has passed.'
        ) : (
          'You didn’t respond.'
        )}
      </p>
      <ButtonLink to={`/transactions/${id}/dispute`} variant={open ? 'primary' : 'secondary'}>
        {open ? 'Respond' : hasResponse ? 'View response' : 'View chargeback'}
      </ButtonLink>
    </Panel>
  );
}
