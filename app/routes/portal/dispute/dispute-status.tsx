import type { SerializeFrom } from '@remix-run/node';
import type { DisputeView } from '~/payments/disputes/disputes';
import { Banner } from '~/ui/layout/banner';
import { Time } from '~/ui/content/time';

type Props = {
  dispute: Pick<
    SerializeFrom<DisputeView>,
    'stage' | 'state' | 'decision' | 'dueBy' | 'isLate' | 'isOpen' | 'submittedAt' | 'acquirerRespondedAt'
  >;
};

/** Where a dispute stands, and what happens next. */
export function DisputeStatus({
  dispute: { stage, state, decision, dueBy, isLate, isOpen, submittedAt, acquirerRespondedAt },
}: Props) {
  if (stage === 'won')
    return (
      <Banner tone="positive" title="You won">
        The money is yours again.
      </Banner>
    );
  if (stage === 'lost')
    return (
      <Banner tone="negative" title={decision === 'accept' ? 'You accepted it' : 'The payer has won'}>
        The money stays with the payer.
      </Banner>
    );
  if (isLate)
    return (
      <Banner tone="negative" title="The time to answer is over">
        It ended on <Time at={dueBy!} />. The payer’s bank decides without an answer.
      </Banner>
    );
  if (state === 'refused')
    return (
      <Banner tone="negative" title="The bank did not take it">
        It was decided already, or the time to answer was, when it got there. How it ends will stand here.
      </Banner>
    );
  if (state === 'sending')
    return (
      <Banner title={decision === 'accept' ? 'Accepting it' : 'Your answer is being sent'}>
        Handed in on <Time at={submittedAt!} />. It is sent until the bank has it; you need do nothing more.
      </Banner>
    );
  if (state === 'acknowledged')
    return (
      <Banner
        tone="positive"
        title={decision === 'accept' ? 'The bank knows that you accepted it' : 'Your answer is sent'}
      >
        The bank has it since <Time at={acquirerRespondedAt!} />.{' '}
        {decision === 'answer' && 'It decides now, which may take weeks; how it ends will stand here.'}
      </Banner>
    );
  if (isOpen && dueBy)
    return (
      <Banner tone="caution" title="It waits for your answer">
        You can answer until <Time at={dueBy} />. Without one the payer wins.
      </Banner>
    );
  return null;
}
