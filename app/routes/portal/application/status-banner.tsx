import type { ReactNode } from 'react';
import type { ApplicationState } from '~/merchants/applications/states';
import { applicationStateLabels } from '~/ui/labels/application-labels';
import { ButtonLink } from '~/ui/forms/button';
import { Badge } from '~/ui/content/status-badge';
import { UtcDate } from '~/ui/content/time';
import type { ApplicationStatusFacts } from './application-status';

/** Where the application stands, what happens next, and the way there. */
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

type StatusTexts = (facts: ApplicationStatusFacts) => { text: ReactNode; next?: ReactNode };

const texts: Record<ApplicationState, StatusTexts> = {
  DRAFT: ({ isStarted, workingDays, continuePath }) => ({
    text: `Before you take real payments we have to know your business: five steps, about 20 minutes. Every answer is kept as you go. Once you have handed it in, you have our answer within ${workingDays === 1 ? 'one working day' : `${workingDays} working days`}.`,
    next: <ContinueLink path={continuePath} otherwise={isStarted ? 'Continue' : 'Start'} />,
  }),
  SUBMITTED: ({ promisedAt }) => ({
    text: (
      <>
        We’ll respond by <UtcDate at={promisedAt!} />. Next, a reviewer reads your application; we write to
        you when that begins, and should it take longer. You don’t need to do anything now.
      </>
    ),
  }),
  IN_REVIEW: ({ promisedAt }) => ({
    text: (
      <>
        A reviewer is reading your application. We’ll respond by <UtcDate at={promisedAt!} />. You don’t need
        to do anything now.
      </>
    ),
  }),
  CHANGES_REQUESTED: ({ continuePath }) => ({
    text: 'The reviewer needs something changed. Only what is named below is open; everything else stays as it is. Hand it in again when you are done.',
    next: <ContinueLink path={continuePath} otherwise="Make the changes" />,
  }),
  APPROVED: () => ({
    text: 'Your account may take real payments. Next, create your live credentials and take a first payment; a checklist leads you there.',
    next: <ButtonLink to="/go-live">Go live</ButtonLink>,
  }),
  REJECTED: () => ({
    text: 'We cannot take on this business. The reasons stand below. If you think they are wrong, appeal: another reviewer reads your application again. The test environment keeps working.',
  }),
};

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
