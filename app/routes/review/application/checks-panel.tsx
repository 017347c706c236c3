import { Form } from '@remix-run/react';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { CheckFinding } from '~/merchants/applications/checks/check-finding';
import {
  listOpenMatches,
  type ScreenedMatch,
  type Screening,
} from '~/merchants/applications/checks/sanctions-match';
import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import type { CaseChecks, CaseItem } from '~/merchants/applications/review/review-case';
import { Button } from '~/ui/forms/button';
import { DescriptionList } from '~/ui/content/description-list';
import { TextLink } from '~/ui/content/text-link';
import { Panel } from '~/ui/layout/panel';
import { MessageField } from '../reason-form/message-field';
import { getReviewPath } from '../review-path';
import { toItemRowId } from './item-review-form';

type Props = {
  checks: CaseChecks;
  assignment: CaseSummary;
  canReview: boolean;
  findItem: (key: string) => CaseItem | undefined;
};

const screeningTexts: Record<Exclude<Screening['state'], 'done'>, string> = {
  off: 'Names aren’t compared with a sanctions list, because none is set up.',
  pending: 'Names are being compared with the sanctions list. Reload this page in a few seconds.',
  unavailable:
    'The sanctions list can’t be read, so the application can’t be approved. Tell the people who operate this service.',
};

/** What the answers and outside sources reveal. It's for the reviewer's judgment, except for matches with the sanctions list. */
export function ChecksPanel({ checks, assignment, canReview, findItem }: Props) {
  const getItemLabel = (key: string) => findItem(key)?.label ?? key;
  const { findings, screening, isWebsitePending } = checks;
  const attention = findings.filter(({ result }) => result === 'attention');
  const passed = findings.filter(({ result }) => result === 'passed');
  const open = listOpenMatches(screening);
  const cleared = screening.matches.filter(({ isCleared }) => isCleared);
  const renderFindings = (some: readonly CheckFinding[]) => (
    <ul className="space-y-2">
      {some.map((finding) => (
        <Finding
          key={finding.itemKey + finding.text}
          finding={finding}
          label={getItemLabel(finding.itemKey)}
        />
      ))}
    </ul>
  );
  return (
    <Panel id="checks" title="Checks">
      <div className="space-y-4">
        {open.map((match) => (
          <OpenMatch
            key={match.id}
            match={match}
            item={findItem(match.itemKey)}
            assignment={assignment}
            canReview={canReview}
          />
        ))}
        {attention.length > 0 && renderFindings(attention)}
        {!attention.length && !open.length && <p>Nothing needs your attention.</p>}
        <div className="space-y-1 text-sm text-ink-soft">
          {isWebsitePending && <p>The website is being checked. Reload this page in a few seconds.</p>}
          {screening.state !== 'done' && <p>{screeningTexts[screening.state]}</p>}
          {screening.state === 'done' && !screening.matches.length && (
            <p>No names match the sanctions list.</p>
          )}
          {cleared.map(({ id, name, entry }) => (
            <p key={id}>
              Cleared: {name} isn’t {entry.name} ({entry.id}).
            </p>
          ))}
        </div>
        {passed.length > 0 && (
          <details>
            <summary className="min-h-6 py-0.5 font-medium text-accent underline underline-offset-4">
              {passed.length === 1 ? '1 check passed' : `${passed.length} checks passed`}
            </summary>
            <div className="mt-2">{renderFindings(passed)}</div>
          </details>
        )}
      </div>
    </Panel>
  );
}

function Finding({ finding: { itemKey, result, text }, label }: { finding: CheckFinding; label: string }) {
  const Icon = result === 'passed' ? CircleCheck : TriangleAlert;
  return (
    <li className="flex gap-2">
      <Icon
        size={18}
        aria-hidden="true"
        className={`mt-0.5 shrink-0 ${result === 'passed' ? 'text-positive' : 'text-caution'}`}
      />
      <p className="min-w-0 wrap-anywhere">
        <TextLink to={`#${toItemRowId(itemKey)}`}>{label}</TextLink>: {text}
      </p>
    </li>
  );
}

type MatchProps = { match: ScreenedMatch; item: CaseItem | undefined } & Pick<
  Props,
  'assignment' | 'canReview'
>;

function OpenMatch({ match, item, assignment, canReview }: MatchProps) {
  const { id, itemKey, name, entry, similarity } = match;
  const personDetails = itemKey.startsWith('person:') && item?.displayValue;
  return (
    <section aria-label={`Sanctions match of ${name}`} className="rounded-lg border border-negative p-4">
      <h3 className="font-semibold">
        <TextLink to={`#${toItemRowId(itemKey)}`}>{item?.label ?? name}</TextLink> resembles an entry on the
        sanctions list
      </h3>
      <div className="mt-2">
        <DescriptionList
          items={[
            ['In the application', personDetails ? `${name} (${personDetails})` : name],
            ['On the list', `${entry.name} (${Math.round(similarity * 100)}% similar)`],
            ['Entry', entry.id],
            ['Born', entry.birthDates.join(', ') || 'Not stated'],
            ['Countries', entry.countries.join(', ') || 'Not stated'],
            ['Sanctions', entry.programs || 'Not stated'],
          ]}
        />
      </div>
      {canReview && (
        <details className="mt-3">
          <summary className="min-h-6 py-0.5 font-medium text-accent underline underline-offset-4">
            They aren’t the same
          </summary>
          {/* With scripts, it leaves the page as it is, so that unsaved item reviews stay. */}
          <Form
            method="post"
            action={getReviewPath(assignment.id, `matches/${id}`)}
            preventScrollReset
            className="mt-3 max-w-3xl space-y-3"
          >
            <input type="hidden" name="version" value={assignment.version} />
            <MessageField
              label="Why they aren’t the same"
              hint="For example, another date of birth on the identity document. Only staff can see this."
              rows={2}
              required
            />
            <Button type="submit" variant="secondary">
              Clear match
            </Button>
          </Form>
        </details>
      )}
    </section>
  );
}
