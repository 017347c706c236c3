import { Form } from '@remix-run/react';
import { type ReactNode } from 'react';
import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { LostRequestBanner } from '~/ui/forms/lost-request-banner';
import { useCheckedSubmit } from '~/ui/forms/use-checked-submit';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { getReviewPath } from '../review-path';
import { ActionHeader } from './action-header';
import { MessageField } from './message-field';

export type ReasonPageProps = {
  name: string;
  /** Where the form is sent. */
  path: string;
  backPath: string;
  title: string;
  lead: ReactNode;
  label: string;
  hint?: string;
  button: string;
  rejected: RejectedForm | undefined;
  /** Fields before the reason. */
  children?: ReactNode;
};

/** An action that needs a reason: a form on its own page, which keeps rejected input. */
export function ReasonPage({
  name,
  path,
  backPath,
  title,
  lead,
  label,
  hint,
  button,
  rejected,
  children,
}: ReasonPageProps) {
  const errors = useErrorSummary(rejected, ['until', 'merchant_message', 'message']);
  const { problem, onSubmit } = useCheckedSubmit();
  return (
    <>
      <ActionHeader name={name} title={title} lead={lead} />
      <Panel className="max-w-2xl">
        <ErrorSummary errors={errors} />
        <Form method="post" action={path} reloadDocument noValidate onSubmit={onSubmit} className="space-y-5">
          {children}
          <MessageField
            label={label}
            hint={hint}
            defaultValue={rejected?.input.message}
            error={rejected?.errors.message}
          />
          <LostRequestBanner problem={problem} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit">{button}</Button>
            <ButtonLink to={backPath} variant="quiet">
              Back
            </ButtonLink>
          </div>
        </Form>
      </Panel>
    </>
  );
}

type CaseProps = Omit<ReasonPageProps, 'name' | 'path' | 'backPath'> & {
  assignment: Pick<CaseSummary, 'id' | 'version' | 'name'>;
  /** Relative to the application's URL. */
  subpath: string;
};

/** The same for an application in the version that the reviewer has seen. */
export const CaseReasonPage = ({ assignment, subpath, children, ...props }: CaseProps) => (
  <ReasonPage
    {...props}
    name={assignment.name}
    path={getReviewPath(assignment.id, subpath)}
    backPath={getReviewPath(assignment.id)}
  >
    <input type="hidden" name="version" value={assignment.version} />
    {children}
  </ReasonPage>
);
