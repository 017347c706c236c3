import type { ReactNode } from 'react';
import type { ApplicationState } from '~/merchants/applications/states';
import { applicationStateLabels } from '~/ui/labels/application-labels';
import { ButtonLink } from '~/ui/forms/button';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import { OperatorContact } from '~/ui/layout/operator-contact';
import { UtcDate } from '~/ui/content/time';
import type { ApplicationStatusFacts } from './application-status';

/** The application's status, the next step, and a link to it. */
export function StatusBanner({ facts }: { facts: ApplicationStatusFacts }) {
  const { state } = facts;
  const { text, next } = texts[state](facts);
  return (
    <div className="space-y-4">
      <Badge {...applicationStateLabels[state]} />
      <p className="max-w-2xl">{text}</p>
      {(state === 'DRAFT' || state === 'CHANGES_REQUESTED') && <Progress {...facts} />}
      {next}
    </div>
  );
}

type StatusTexts = (facts: ApplicationStatusFacts) => {
  text: ReactNode;
  next?: ReactNode;
};

const texts: Record<ApplicationState, StatusTexts> = {
  DRAFT: ({ isStarted, workingDays, continuePath }) => ({
    text: `Before you can take real payments, we need to verify your business. It takes five steps and about 20 minutes, and your answers are saved as you go. After you submit, we respond within ${workingDays === 1 ? 'one business day' : `${workingDays} business days`}.`,
    next: <ContinueLink path={continuePath} otherwise={isStarted ? 'Continue' : 'Start'} />,
  }),
  SUBMITTED: ({ promisedAt }) => ({
    text: (
      <>
        We’ll respond by <UtcDate at={promisedAt!} />. We’ll email you when a reviewer starts on your
        application, and if it takes longer than expected. You don’t need to do anything now.
      </>
    ),
  }),
  IN_REVIEW: ({ promisedAt }) => ({
    text: (
      <>
        A reviewer is looking at your application. We’ll respond by <UtcDate at={promisedAt!} />. You don’t
        need to do anything now.
      </>
    ),
  }),
  CHANGES_REQUESTED: ({ continuePath, requestedChanges }) => ({
    text: `The reviewer asked for ${listChanges(requestedChanges)}. You can’t edit anything else. When you’re done, submit the application again. You can add a message to the reviewer.`,
    next: <ContinueLink path={continuePath} otherwise="Make the changes" />,
  }),
  APPROVED: ({ hasGoneLive }) =>
    hasGoneLive
      ? {
          text: (
            <>
              Your account can take real payments. To change your bank account or another detail of the
              application, contact <OperatorContact />.
            </>
          ),
          next: <TextLink to="/go-live">View the go-live checklist</TextLink>,
        }
      : {
          text: 'Your account can take real payments. Next, take your first one with a payment link, or with live credentials for your own site. The checklist walks you through both ways.',
          next: <ButtonLink to="/go-live">Go live</ButtonLink>,
        },
  REJECTED: () => ({
    text: 'We can’t accept this business. You’ll find the reasons below. If you think we got it wrong, you can appeal, and a different reviewer will look at your application. The test environment keeps working.',
  }),
};

/** None are left if they were about a person who isn't listed anymore. */
function listChanges(labels: readonly string[]): string {
  if (!labels.length) return 'changes';
  return `${labels.length === 1 ? 'a change' : `${labels.length} changes`}: ${labels.join(', ')}`;
}

function ContinueLink({ path, otherwise }: { path: string; otherwise: string }) {
  return <ButtonLink to={path}>{path.endsWith('/review') ? 'Check and submit' : otherwise}</ButtonLink>;
}

function Progress({ done, of }: ApplicationStatusFacts) {
  return (
    <div className="max-w-md">
      <p id="progress" className="mb-1 text-sm text-ink-soft">
        {done} of {of} done
      </p>
      <progress
        aria-labelledby="progress"
        value={done}
        max={of}
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  );
}
