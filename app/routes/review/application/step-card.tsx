import type { Dossier, Item } from '~/merchants/applications/dossier';
import { Card } from '~/ui/card';
import { ItemRow } from './item-row';
import type { RefusedVerdicts } from './verdict-reply';

type Props = {
  step: Dossier['steps'][number];
  applicationId: string;
  canJudge: boolean;
  /** Not the first round: what was not changed since the one before is folded. */
  isLaterRound: boolean;
  refused: RefusedVerdicts | undefined;
};

export function StepCard({ step: { title, items }, applicationId, canJudge, isLaterRound, refused }: Props) {
  const isShown = (item: Item) => !isLaterRound || item.was !== undefined || item.asked !== null || Boolean(refused?.faults[item.key]);
  const [shown, folded] = [items.filter(isShown), items.filter((item) => !isShown(item))];
  const rows = (some: readonly Item[]) => (
    <ul className="divide-y divide-line">
      {some.map((item) => (
        <ItemRow key={item.key} item={item} applicationId={applicationId} canJudge={canJudge} given={refused?.given.find(({ subject }) => subject === item.key)} fault={refused?.faults[item.key]} />
      ))}
    </ul>
  );
  return (
    <Card title={title}>
      {rows(shown)}
      {folded.length > 0 && (
        <details className={shown.length ? 'mt-4 border-t border-line pt-4' : ''}>
          <summary className="font-medium text-accent underline underline-offset-4">
            {folded.length === 1 ? '1 unchanged answer' : `${folded.length} unchanged answers`}
            <span className="sr-only"> of {title}</span>
          </summary>
          <div className="pt-2">{rows(folded)}</div>
        </details>
      )}
    </Card>
  );
}
