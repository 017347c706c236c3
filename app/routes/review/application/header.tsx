import { ArrowLeft } from 'lucide-react';
import type { Desk } from '~/merchants/applications/desk';
import { PageHeader } from '~/ui/page-header';
import { Badge } from '~/ui/status-badge';
import { TextLink } from '~/ui/text-link';
import type { Due } from '../due';
import { DueBadge } from '../due-badge';
import { stateWords } from '../words';

export function Header({ desk, due }: { desk: Desk; due: Due | null }) {
  return (
    <>
      <TextLink to="/review" className="mb-4 inline-flex items-center gap-1.5">
        <ArrowLeft size={16} aria-hidden="true" />
        Applications
      </TextLink>
      <PageHeader
        title={desk.name}
        action={
          <div className="flex flex-wrap gap-2">
            <Badge {...stateWords[desk.state]} />
            {due && <DueBadge due={due} missed={desk.missed} />}
            {desk.isAppeal && <Badge text="Appeal" tone="accent" />}
            {desk.firstApproval && desk.state !== 'APPROVED' && (
              <Badge text="Second approval" tone="accent" />
            )}
            {desk.suspended && <Badge text="Suspended" tone="negative" />}
          </div>
        }
      />
    </>
  );
}
