import type { ApplicationState } from '~/merchants/applications/states';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';

type Props = { step: { title: string; lead: string; number: number; of: number }; state: ApplicationState };

/** The current step, a link to all steps, and whether it can be edited now. */
export function StepHeader({ step, state }: Props) {
  return (
    <>
      <nav aria-label="Application" className="mb-4 flex flex-wrap gap-x-4 text-sm text-ink-soft">
        <TextLink to="/application">All steps</TextLink>
        <span>
          Step {step.number} of {step.of}
        </span>
      </nav>
      <PageHeader title={step.title} lead={step.lead} />
      {state !== 'DRAFT' && (
        <div className="mb-8">
          <Banner
            tone={state === 'CHANGES_REQUESTED' ? 'caution' : 'info'}
            title={
              state === 'CHANGES_REQUESTED'
                ? 'You can change only what the reviewer asked for'
                : 'You’ve submitted this application, so it can’t be changed now'
            }
          />
        </div>
      )}
    </>
  );
}
