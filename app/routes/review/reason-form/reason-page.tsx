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

type Props = {
  assignment: Pick<CaseSummary, 'id' | 'version' | 'name'>;
  /** Relative to the application's URL. */
  subpath: string;
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
  assignment,
  subpath,
  title,
  lead,
  label,
  hint,
  button,
  rejected,
  children,
}: Props) {
  const errors = useErrorSummary(rejected, ['until', 'merchant_message', 'message']);
  const { problem, onSubmit } = useCheckedSubmit();
  return (
    <>
      <ActionHeader name={assignment.name} title={title} lead={lead} />
      <Panel className="max-w-2xl">
        <ErrorSummary errors={errors} />
        <Form
          method="post"
          action={getReviewPath(assignment.id, subpath)}
          reloadDocument
          noValidate
          onSubmit={onSubmit}
          className="space-y-5"
        >
          <input type="hidden" name="version" value={assignment.version} />
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
            <ButtonLink to={getReviewPath(assignment.id)} variant="quiet">
              Back
            </ButtonLink>
          </div>
        </Form>
      </Panel>
    </>
  );
}
