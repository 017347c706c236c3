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

/** The steps as the staff calls them; to merchants they speak of "you". */
const titles: Record<Dossier['steps'][number]['id'], string> = {
  business: 'Business',
  contact: 'Address and contact',
  sales: 'What is sold',
  people: 'Owners and directors',
  bank: 'Bank account',
};

export function StepCard({ step: { id, items }, applicationId, canJudge, isLaterRound, refused }: Props) {
  const isShown = (item: Item) =>
    !isLaterRound || item.was !== undefined || item.asked !== null || Boolean(refused?.faults[item.key]);
  const [shown, folded] = [items.filter(isShown), items.filter((item) => !isShown(item))];
  const rows = (some: readonly Item[]) => (
    <ul className="divide-y divide-line">
      {some.map((item) => (
        <ItemRow
          key={item.key}
          item={item}
          applicationId={applicationId}
          canJudge={canJudge}
          given={refused?.given.find(({ subject }) => subject === item.key)}
          fault={refused?.faults[item.key]}
        />
      ))}
    </ul>
  );
  const title = titles[id];
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
