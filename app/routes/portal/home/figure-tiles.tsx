import type { ReactNode } from 'react';
import type { Totals } from '~/payments/reporting/report';
import { pluralize } from '~/platform/text/pluralize';
import { Money } from '~/ui/content/money';
import { changeText, rateOf, rateText } from './words';

type Props = { totals: Totals; before: Totals; currency: string };

/** The four figures people look for first, each with what it was before. */
export function FigureTiles({ totals, before, currency }: Props) {
  const money = (amount: number) => <Money amount={amount} currency={currency} />;
  return (
    <dl className="grid gap-x-6 gap-y-5 sm:grid-cols-2 xl:grid-cols-4">
      <Tile
        name="Captured"
        value={money(totals.captured)}
        was={money(before.captured)}
        change={changeText(totals.captured, before.captured)}
      />
      <Tile
        name="Authorisation rate"
        value={rateText(totals)}
        note={`${totals.approved} of ${totals.approved + totals.declined} approved`}
        was={rateText(before)}
        change={pointsText(totals, before)}
      />
      <Tile
        name="Refunds"
        value={money(totals.refunded)}
        note={pluralize(totals.refunds, 'refund')}
        was={money(before.refunded)}
        change={changeText(totals.refunded, before.refunded)}
      />
      <Tile
        name="Chargebacks"
        value={money(totals.chargedBack)}
        note={
          <>
            {totals.chargebacks} opened, {totals.losses} lost
            {totals.losses > 0 && <> ({money(totals.lost)})</>}
          </>
        }
        was={money(before.chargedBack)}
        change={changeText(totals.chargedBack, before.chargedBack)}
      />
    </dl>
  );
}

function Tile({
  name,
  value,
  note,
  was,
  change,
}: {
  name: string;
  value: ReactNode;
  note?: ReactNode;
  was: ReactNode;
  change: string | null;
}) {
  return (
    <div className="min-w-0 border-l-2 border-line pl-4">
      <dt className="text-ink-soft">{name}</dt>
      <dd>
        <p className="text-2xl font-semibold tracking-tight tabular-nums">{value}</p>
        {note && <p className="text-sm">{note}</p>}
        <p className="text-sm text-ink-soft">
          {was} before{change && `, ${change}`}
        </p>
      </dd>
    </div>
  );
}

/** Of a rate the difference is in points: 80 % after 40 % is not "+100 %" to anybody. */
function pointsText(totals: Totals, before: Totals): string | null {
  const [now, then] = [rateOf(totals), rateOf(before)];
  if (now === null || then === null) return null;
  const points = Number(((now - then) * 100).toFixed(1));
  return points === 0 ? 'about the same' : `${points > 0 ? '+' : '−'}${Math.abs(points)} points`;
}
