import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import type { Desk } from '~/merchants/applications/desk';
import type { Preview } from '~/merchants/applications/preview';
import { Banner } from '~/ui/banner';
import { Button, ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';
import { ErrorSummary } from '~/ui/error-summary';
import { pathOf } from '../paths';
import { SubHeader } from '../sub-header';
import { WordsField } from '../words-field';
import { Letter } from './letter';
import { decisionWords, type Decision } from './words';

type Props = {
  desk: Desk;
  as: Decision;
  preview: Preview;
  words: string;
  fault: string | null;
  unseen: boolean;
};

/** What the merchant will see, before it is sent. Words that are changed are shown once more first. */
export function DecisionPage({ desk, as, preview, words, fault, unseen }: Props) {
  const { title, lead, hint, send } = decisionWords[as];
  const { letter, changes, undecided, seen } = preview;
  const errors = useMemo(() => (fault ? [{ fieldId: 'words', message: fault }] : []), [fault]);
  const maySend = !fault && (as !== 'reject' || words) && (as !== 'changes' || changes.length > 0);
  const isHalf = as === 'approve' && desk.isFirstOfTwo;
  return (
    <>
      <SubHeader
        name={desk.name}
        title={title}
        lead={
          isHalf
            ? 'This is the first of two approvals: the merchant hears nothing of it, and somebody else has to give the second.'
            : lead
        }
      />
      <Form
        method="post"
        action={pathOf(desk.id, `decision?as=${as}`)}
        reloadDocument
        noValidate
        className="space-y-6"
      >
        <input type="hidden" name="version" value={desk.version} />
        <input type="hidden" name="seen" value={seen} />
        <ErrorSummary errors={errors} />
        {unseen && !fault && (
          <Banner tone="info" title="Please look once more" live>
            What the merchant will see has changed. Send it when it is right.
          </Banner>
        )}
        {as === 'changes' && !changes.length && (
          <Banner tone="caution" title="No verdict asks for a change">
            Go back and mark what has to change.
          </Banner>
        )}
        {undecided.length > 0 && (
          <Banner tone="caution" title="Not everything is judged yet">
            Without a verdict: {undecided.join(', ')}. Go back and judge what is left, or accept all of it.
          </Banner>
        )}
        {!isHalf && (
          <Card title="Your words">
            <WordsField
              label="Words for the merchant"
              hint={hint}
              optional={as !== 'reject'}
              defaultValue={words}
              error={fault ?? undefined}
            />
            <Button type="submit" name="then" value="preview" variant="secondary" className="mt-3">
              {letter && maySend ? 'Update the preview' : 'Show what the merchant will see'}
            </Button>
          </Card>
        )}
        {changes.length > 0 && (
          <Card title="Opens again">
            <ul className="list-disc space-y-1 pl-5">
              {changes.map(({ label, reason, link }) => (
                <li key={link}>
                  <span className="font-medium">{label}</span>: {reason}
                </li>
              ))}
            </ul>
          </Card>
        )}
        {letter && maySend && <Letter letter={letter} />}
        <div className="flex flex-wrap gap-3">
          {maySend && !undecided.length && (
            <Button type="submit" name="then" value="send">
              {isHalf ? 'Give the first approval' : send}
            </Button>
          )}
          <ButtonLink to={pathOf(desk.id)} variant="quiet">
            Back to the application
          </ButtonLink>
        </div>
      </Form>
    </>
  );
}
