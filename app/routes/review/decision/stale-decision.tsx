import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import type { ApplicationHistoryEntry } from '~/merchants/applications/history';
import { Banner } from '~/ui/layout/banner';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { ReviewHistory } from '../application/review-history';
import { getReviewPath } from '../review-path';
import { ActionHeader } from '../reason-form/action-header';
import { reviewActionRejectionMessages, reviewStateLabels } from '../review-labels';
import { MessageField } from '../reason-form/message-field';
import { decisionMessages, type Decision } from './decision-messages';

type Props = {
  assignment: CaseSummary;
  as: Decision;
  rejection: string | null;
  message: string;
  history: readonly ApplicationHistoryEntry[];
};

/** A decision on a case that has changed: what happened, and the unsent message to copy. */
export function StaleDecision({ assignment, as, rejection, message, history }: Props) {
  return (
    <>
      <ActionHeader name={assignment.name} title={`${decisionMessages[as].title}: not sent`} />
      <div className="space-y-6">
        <Banner tone="caution" title={rejection ?? reviewActionRejectionMessages.moved_on} announced>
          It is {reviewStateLabels[assignment.state].text.toLowerCase()} now
          {assignment.reviewer && `, assigned to ${assignment.isMine ? 'you' : assignment.reviewer}`}.
        </Banner>
        <Panel title="Latest activity">
          <ReviewHistory entries={history} />
        </Panel>
        {message && (
          <Panel title="Your message">
            <MessageField label="Your unsent message, so you can copy it" defaultValue={message} readOnly />
          </Panel>
        )}
        <ButtonLink to={getReviewPath(assignment.id)} reloadDocument>
          Open the application
        </ButtonLink>
      </div>
    </>
  );
}
