import type { HistoryEntry } from '~/merchants/applications/history';
import type { GivenVerdict } from '~/merchants/applications/verdicts';
import { Card } from '~/ui/card';
import { History } from './history';

type Props = {
  refusal: string;
  given: readonly GivenVerdict[];
  labelOf: (key: string) => string;
  history: readonly HistoryEntry[];
};

/** Verdicts that came too late: what happened meanwhile, and what was written, so that it can be copied. */
export function Unkept({ refusal, given, labelOf, history }: Props) {
  const written = given.filter(({ verdict, reason }) => verdict === 'change' && reason);
  return (
    <Card title="Your verdicts are not kept">
      <p role="alert">{refusal}</p>
      <h3 className="mt-4 font-medium">What happened last</h3>
      <History entries={history.slice(0, 2)} />
      {written.length > 0 && (
        <>
          <h3 className="mt-4 font-medium">What you had written</h3>
          <ul className="mt-1 list-disc space-y-1 pl-5">
            {written.map(({ subject, reason }) => (
              <li key={subject}>
                {labelOf(subject)}: {reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  );
}
