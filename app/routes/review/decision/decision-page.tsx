import { Form } from '@remix-run/react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CaseSummary } from '~/merchants/applications/review/case-summary';
import { Banner } from '~/ui/layout/banner';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { ItemLinks } from '../application/item-links';
import { getReviewPath } from '../review-path';
import { ActionHeader } from '../reason-form/action-header';
import { MessageField } from '../reason-form/message-field';
import { postInBackground, type LostRequest } from '~/ui/forms/background-post';
import { LostRequestBanner } from '~/ui/forms/lost-request-banner';
import { useCheckedSubmit } from '~/ui/forms/use-checked-submit';
import { useHydrated } from '~/ui/forms/use-hydrated';
import { useRetry } from '~/ui/forms/use-retry';
import { useUnsavedWarning } from '~/ui/forms/use-unsaved-warning';
import type { DecisionFault } from './decision-action';
import { DecisionEmailPreview } from './decision-email-preview';
import { decisionMessages, type Decision } from './decision-messages';
import type { LivePreview } from './page-preview';

type Props = LivePreview & {
  assignment: CaseSummary;
  as: Decision;
  unopenedReason: string;
  isPreviewStale: boolean;
};

const typingPauseMs = 400;

/** A preview of what the merchant will see. A changed message is previewed again before it's sent. */
export function DecisionPage({ assignment, as, unopenedReason, isPreviewStale, ...submitted }: Props) {
  const { title, lead, hint, send } = decisionMessages[as];
  const isHydrated = useHydrated();
  const path = getReviewPath(assignment.id, `decision?as=${as}`);
  const { form, preview, message, fault, problem, update } = useLivePreview(
    getReviewPath(assignment.id, `decision-preview?as=${as}`),
    submitted,
  );
  const checkedSubmit = useCheckedSubmit();
  const { isSending } = checkedSubmit;
  useUnsavedWarning(useCallback(() => !isSending() && hasText(form.current), [form, isSending]));
  const { email, changes, undecided, unopened, previewFingerprint } = preview;
  // It takes the focus, so not while the reviewer writes.
  const errors = useMemo(
    () => (submitted.fault ? [{ fieldId: submitted.fault.field, message: submitted.fault.error }] : []),
    [submitted.fault],
  );
  const errorOf = (field: DecisionFault['field']) => (fault?.field === field ? fault.error : undefined);
  const canSend = (as !== 'reject' || message || isHydrated) && (as !== 'changes' || changes.length > 0);
  const previewed = canSend && !errorOf('message') ? email : null;
  const isFirstApproval = as === 'approve' && assignment.isFirstOfTwo;
  return (
    <>
      <ActionHeader
        name={assignment.name}
        title={title}
        lead={
          isFirstApproval
            ? 'This is the first of two approvals. The merchant isn’t notified, and another reviewer gives the second one.'
            : lead
        }
      />
      <Form
        ref={form}
        method="post"
        action={path}
        reloadDocument
        noValidate
        onInput={update}
        onSubmit={checkedSubmit.onSubmit}
        className="space-y-6"
      >
        <input type="hidden" name="version" value={assignment.version} />
        <input type="hidden" name="seen" value={previewFingerprint} />
        <ErrorSummary errors={errors} />
        {isPreviewStale && !fault && (
          <Banner tone="info" title="Check the preview again" announced>
            The preview has changed since you last saw it. Send it if it’s correct.
          </Banner>
        )}
        {as === 'changes' && !changes.length && (
          <Banner tone="caution" title="You haven’t requested any changes">
            Go back and mark the items that need changes.
          </Banner>
        )}
        {undecided.length > 0 && (
          <Banner tone="caution" title="Some items aren’t reviewed yet">
            <ItemLinks path={getReviewPath(assignment.id)} items={undecided} />
          </Banner>
        )}
        {unopened.length > 0 && (
          <Panel title="Nobody has opened these">
            <ItemLinks path={getReviewPath(assignment.id)} items={unopened} />
            <MessageField
              name="unopened_reason"
              label="Why you approve without opening them"
              hint="Open them first, or enter a reason for the history, which only staff can see."
              rows={2}
              defaultValue={unopenedReason}
              error={errorOf('unopened_reason')}
            />
          </Panel>
        )}
        {!isFirstApproval && (
          <Panel title="Your message">
            <MessageField
              label="Message to the merchant"
              hint={hint}
              optional={as !== 'reject'}
              defaultValue={submitted.message}
              error={errorOf('message')}
            />
            <div className="mt-3 hidden noscript:block">
              <Button type="submit" name="then" value="preview" variant="secondary">
                {previewed ? 'Update preview' : 'Preview what the merchant will see'}
              </Button>
            </div>
          </Panel>
        )}
        {changes.length > 0 && (
          <Panel title="Reopened items">
            <ul className="list-disc space-y-1 pl-5">
              {changes.map(({ label, reason, link }) => (
                <li key={link}>
                  <span className="font-medium">{label}</span>: {reason}
                </li>
              ))}
            </ul>
          </Panel>
        )}
        {previewed && (as !== 'reject' || message) && (
          <DecisionEmailPreview applicationId={assignment.id} as={as} email={previewed} message={message} />
        )}
        <LostRequestBanner problem={problem ?? checkedSubmit.problem} />
        <div className="flex flex-wrap gap-3">
          {canSend && !undecided.length && (
            <Button type="submit" name="then" value="send">
              {isFirstApproval ? 'Give first approval' : send}
            </Button>
          )}
          <ButtonLink to={getReviewPath(assignment.id)} variant="quiet">
            Back to the application
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}

/** The message, or the reason for approving unopened documents. */
const hasText = (form: HTMLFormElement | null): boolean =>
  [...(form?.querySelectorAll('textarea') ?? [])].some(({ value }) => value.trim());

/**
 * The preview of what the reviewer is writing, a moment after they pause. It doesn't use the router, which would leave the
 * page for the login.
 */
function useLivePreview(path: string, submitted: LivePreview) {
  const form = useRef<HTMLFormElement>(null);
  const [live, setLive] = useState<LivePreview | null>(null);
  const [problem, setProblem] = useState<LostRequest | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const refresh = useCallback(async () => {
    if (!form.current) return;
    const number = ++latest.current;
    const outcome = await requestPreview(path, new FormData(form.current));
    // A newer message has been sent meanwhile.
    if (number !== latest.current) return;
    setProblem(typeof outcome === 'string' ? outcome : null);
    if (typeof outcome !== 'string') setLive(outcome);
  }, [path]);
  useRetry(useCallback(() => void (problem && refresh()), [problem, refresh]));
  const { preview, message, fault } = live ?? submitted;
  return {
    ...{ form, preview, message, fault, problem },
    update() {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void refresh(), typingPauseMs);
    },
  };
}

async function requestPreview(path: string, form: FormData): Promise<LivePreview | LostRequest> {
  const response = await postInBackground(path, form);
  if (typeof response === 'string') return response;
  try {
    return response.ok ? ((await response.json()) as LivePreview) : 'failed';
  } catch {
    return 'failed';
  }
}
