import type { ReactNode } from 'react';
import type { ApplicationState } from '~/merchants/applications/states';
import { Banner } from '~/ui/layout/banner';
import { OperatorContact } from '~/ui/layout/operator-contact';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { reviewPath } from './review-return';

type Props = {
  step: { title: string; lead: string; number: number; of: number };
  state: ApplicationState;
  fromReview: boolean;
};

const submitted = { title: 'You’ve submitted this application, so it can’t be changed now' };

/** What can't be changed in each state, and the way to change it. */
const limits: Record<Exclude<ApplicationState, 'DRAFT'>, { title: string; text?: ReactNode }> = {
  SUBMITTED: submitted,
  IN_REVIEW: submitted,
  CHANGES_REQUESTED: { title: 'You can change only what the reviewer asked for' },
  APPROVED: {
    title: 'This application is approved, so it can’t be changed here',
    text: (
      <>
        To change your bank account or another detail, contact <OperatorContact />.
      </>
    ),
  },
  REJECTED: { title: 'This application was rejected, so it can’t be changed' },
};

/** The current step, a link back, and whether it can be edited now. */
export function StepHeader({ step, state, fromReview }: Props) {
  return (
    <>
      <nav aria-label="Application" className="mb-4 flex flex-wrap gap-x-4 text-sm text-ink-soft">
        {fromReview ? (
          <TextLink to={reviewPath}>Back to your answers</TextLink>
        ) : (
          <TextLink to="/application">All steps</TextLink>
        )}
        <span>
          Step {step.number} of {step.of}
        </span>
      </nav>
      <PageHeader title={step.title} lead={step.lead} />
      {state !== 'DRAFT' && (
        <div className="mb-8">
          <Banner tone={state === 'CHANGES_REQUESTED' ? 'caution' : 'info'} title={limits[state].title}>
            {limits[state].text}
          </Banner>
        </div>
      )}
    </>
  );
}
