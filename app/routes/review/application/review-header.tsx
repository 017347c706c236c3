import { ArrowLeft } from 'lucide-react';
import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import { PageHeader } from '~/ui/layout/page-header';
import { Badge } from '~/ui/content/status-badge';
import { TextLink } from '~/ui/content/text-link';
import type { DueLabel } from '../due-date/due-label';
import { DueBadge } from '../due-date/due-badge';
import { reviewStateLabels } from '../review-labels';

export function ReviewHeader({ assignment, due }: { assignment: CaseSummary; due: DueLabel | null }) {
  return (
    <>
      <TextLink to="/review" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Applications
      </TextLink>
      <PageHeader
        title={assignment.name}
        action={
          <div className="flex flex-wrap gap-2">
            <Badge {...reviewStateLabels[assignment.state]} />
            {due && <DueBadge due={due} missed={assignment.missed} />}
            {assignment.isAppeal && <Badge text="Appeal" tone="accent" />}
            {assignment.firstApproval && assignment.state !== 'APPROVED' && (
              <Badge text="Second approval" tone="accent" />
            )}
            {assignment.suspended && <Badge text="Suspended" tone="negative" />}
          </div>
        }
      />
    </>
  );
}
