import { acquirerLabels } from '~/acquirers/acquirer-names';
import type { ConnectionTestResult } from '~/acquirers/acquirer';
import type { ConnectionSummary } from '~/payments/connections/connection-list';
import { Banner } from '~/ui/layout/banner';
import { describeScope, explainUnusable } from './connection-labels';

type Connection = ConnectionSummary & { proposed: { by: { userId: string; name: string } } | null };
type TestResult = ConnectionTestResult | { kind: 'untested' };

const doneMessages = {
  proposed: ['Connection saved', 'Test it, then ask another admin to approve it.'],
  saved: ['Connection saved', 'Test it, then ask another admin to approve it.'],
  approved: [
    'Connection approved',
    'New payments use it within 5 seconds. Existing payments stay with their connection.',
  ],
  rejected: ['Connection rejected', 'Its secrets were deleted.'],
  retired: ['Connection retired', 'It takes no new payments. Its existing payments continue.'],
  reactivated: [
    'Simulator activated',
    'New payments use it within 5 seconds. Existing payments stay with their connection.',
  ],
  secrets_proposed: [
    'New secrets saved',
    'Another admin must approve them. Until then, the current ones apply.',
  ],
  secrets_approved: ['New secrets approved', 'They apply within 5 seconds.'],
  secrets_discarded: ['New secrets discarded', 'The current ones continue to apply.'],
  moved_on: ['Nothing changed', 'Someone else changed this connection first. Check its current state.'],
} as const;

export function isDone(text: string | null): text is keyof typeof doneMessages {
  return text !== null && Object.hasOwn(doneMessages, text);
}

/** The result of the last action, and what to know or do now. */
export function ConnectionNotices({
  connection,
  userId,
  done,
  test,
}: {
  connection: Connection;
  userId: string;
  done: keyof typeof doneMessages | null;
  test: TestResult | null;
}) {
  const { state, isUsable, proposed, account } = connection;
  return (
    <>
      {done && (
        <Banner tone={done === 'moved_on' ? 'info' : 'positive'} title={doneMessages[done][0]} announced>
          {doneMessages[done][1]}
        </Banner>
      )}
      {test && <TestResultBanner connection={connection} test={test} />}
      {state === 'awaiting_approval' &&
        isUsable &&
        (proposed?.by.userId === userId ? (
          <Banner title="Another admin must approve this connection">
            You proposed it, so you can’t approve it yourself.
          </Banner>
        ) : (
          <Banner title={`Proposed by ${proposed?.by.name}`}>
            Check the details and test the connection. After your approval, new payments of{' '}
            {account ? account.name : describeScope(connection)} use it.
          </Banner>
        ))}
      {!isUsable && state !== 'rejected' && (
        <Banner
          tone={state === 'active' ? 'negative' : 'caution'}
          title={
            state === 'awaiting_approval'
              ? 'This connection can’t be approved yet'
              : 'This connection can’t be used'
          }
        >
          {explainUnusable(connection)}{' '}
          {state === 'awaiting_approval'
            ? 'You can set it up and test it.'
            : 'Its payments can’t be captured, voided, or refunded now.'}
        </Banner>
      )}
    </>
  );
}

function TestResultBanner({ connection, test }: { connection: Connection; test: TestResult }) {
  const name = acquirerLabels[connection.acquirer];
  if (test.kind === 'connected')
    return (
      <Banner tone="positive" title="The connection works" announced>
        {test.description}
        {connection.hasProposedSecrets && ' The test used the new secrets.'}
      </Banner>
    );
  if (test.kind === 'refused')
    return (
      <Banner tone="negative" title={`${name} refused the test`} announced>
        {test.reason}
        {connection.hasProposedSecrets && ' The test used the new secrets.'}
      </Banner>
    );
  if (test.kind === 'unreachable')
    return (
      <Banner tone="caution" title={`${name} didn’t answer`} announced>
        Check that this server can reach {name}, and test again. The secrets weren’t checked.
      </Banner>
    );
  return (
    <Banner tone="info" title="Not tested" announced>
      There’s no test for connections to {name} yet.
    </Banner>
  );
}
