import type { SerializeFrom } from '@remix-run/node';
import type { DisputeView } from '~/payments/disputes/disputes';
import { Banner } from '~/ui/layout/banner';
import { Time } from '~/ui/content/time';

type Props = {
  dispute: Pick<
    SerializeFrom<DisputeView>,
    | 'stage'
    | 'state'
    | 'decision'
    | 'dueBy'
    | 'isLate'
    | 'isOpen'
    | 'submittedAt'
    | 'acquirerRespondedAt'
    | 'returnedFault'
  >;
};

const returnedMessages = {
  file_too_large:
    'A file is too large for the bank. PDFs of up to 2 MB are always accepted. Replace the file and submit again.',
  too_many_pages: 'Your text and files have too many pages for the bank. Shorten them and submit again.',
  files_unsuitable:
    'The bank doesn’t accept these files for this kind of chargeback. Change or remove them and submit again.',
};

/** The dispute's status and the next step. */
export function DisputeStatus({
  dispute: { stage, state, decision, dueBy, isLate, isOpen, submittedAt, acquirerRespondedAt, returnedFault },
}: Props) {
  if (stage === 'won')
    return (
      <Banner tone="positive" title="You won">
        The funds were returned to you.
      </Banner>
    );
  if (stage === 'lost')
    return (
      <Banner tone="negative" title={decision === 'accept' ? 'You accepted the chargeback' : 'The payer won'}>
        The money stays with the payer.
      </Banner>
    );
  if (isLate)
    return (
      <Banner tone="negative" title="The response deadline has passed">
        The deadline was <Time at={dueBy!} />. The payer’s bank decides without a response.
      </Banner>
    );
  if (state === 'refused')
    return (
      <Banner tone="negative" title="The bank rejected the response">
        The chargeback was already decided, or the deadline had passed. The outcome will appear here.
      </Banner>
    );
  if (state === 'sending')
    return (
      <Banner title={decision === 'accept' ? 'Accepting the chargeback' : 'Your response is being sent'}>
        Submitted on <Time at={submittedAt!} />. We keep sending it until the bank receives it. You don’t need
        to do anything else.
      </Banner>
    );
  if (state === 'acknowledged')
    return (
      <Banner
        tone="positive"
        title={decision === 'accept' ? 'Your acceptance was sent' : 'Your response was sent'}
      >
        The bank received it on <Time at={acquirerRespondedAt!} />.{' '}
        {decision === 'answer' && 'A decision can take several weeks. The outcome will appear here.'}
      </Banner>
    );
  if (isOpen)
    return (
      <Banner
        tone={returnedFault ? 'negative' : 'caution'}
        title={returnedFault ? 'Your response wasn’t sent' : 'Your response is needed'}
      >
        {returnedFault && `${returnedMessages[returnedFault]} `}
        {dueBy ? (
          <>
            You can respond until <Time at={dueBy} />.
          </>
        ) : (
          'The bank didn’t name a deadline, so respond as soon as possible.'
        )}{' '}
        If you don’t respond, the payer wins.
      </Banner>
    );
  return null;
}
