import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import type { Dossier } from '~/merchants/applications/dossier';
import { Banner } from '~/ui/banner';
import { Card } from '~/ui/card';
import { ErrorSummary } from '~/ui/error-summary';
import type { Due } from '../due';
import type { Outcome } from '../outcome';
import { DecideBar } from './decide-bar';
import { Duplicates } from './duplicates';
import { Header } from './header';
import { History } from './history';
import { NoteForm } from './note-form';
import { Standing } from './standing';
import { StepCard } from './step-card';
import { Unkept } from './unkept';
import { fieldNames } from './verdict-form';
import type { RefusedVerdicts } from './verdict-reply';

type Props = {
  dossier: Dossier;
  due: Due | null;
  maySuspend: boolean;
  outcome: Outcome | null;
  refused: RefusedVerdicts | undefined;
};

export function ApplicationPage({ dossier, due, maySuspend, outcome, refused }: Props) {
  const { desk, words, steps, duplicates, history } = dossier;
  const errors = useMemo(
    () =>
      Object.entries(refused?.faults ?? {}).map(([key, message]) => ({
        fieldId: fieldNames.reason(key),
        message: `${labelOf(steps, key)}: ${message}`,
      })),
    [refused, steps],
  );
  const canJudge = desk.isMine && desk.state === 'IN_REVIEW';
  const cards = steps.map((step) => (
    <StepCard
      key={step.id}
      step={step}
      canJudge={canJudge}
      isLaterRound={desk.round > 1}
      refused={refused}
      applicationId={desk.id}
    />
  ));
  return (
    <>
      <Header desk={desk} due={due} />
      <div className="space-y-6">
        <ErrorSummary errors={errors} title="Not all verdicts are kept yet" />
        {outcome && !refused && <Banner tone={outcome.tone} title={outcome.text} live />}
        {refused?.refusal && (
          <Unkept
            refusal={refused.refusal}
            given={refused.given}
            labelOf={(key) => labelOf(steps, key)}
            history={history}
          />
        )}
        <Standing desk={desk} maySuspend={maySuspend} />
        {words && (
          <Card title="The merchant’s appeal">
            <p className="max-w-3xl whitespace-pre-wrap">{words}</p>
          </Card>
        )}
        <Duplicates duplicates={duplicates} />
        {canJudge ? (
          // Answered with a whole page, so that what is chosen in it is what is kept.
          <Form
            method="post"
            action={`/review/applications/${desk.id}`}
            reloadDocument
            noValidate
            className="space-y-6"
          >
            <input type="hidden" name="version" value={desk.version} />
            {cards}
            <DecideBar desk={desk} steps={steps} />
          </Form>
        ) : (
          cards
        )}
        <Card title="History">
          <NoteForm key={history.length} applicationId={desk.id} />
          <History entries={history} />
        </Card>
      </div>
    </>
  );
}

function labelOf(steps: Dossier['steps'], key: string): string {
  return steps.flatMap(({ items }) => items).find((item) => item.key === key)?.label ?? key;
}
