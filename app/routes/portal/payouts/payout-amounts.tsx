import { Money } from '~/ui/content/money';
import { UtcDate } from '~/ui/content/time';
import { TextLink } from '~/ui/content/text-link';
import { useRecordLinks } from '../record-links';

/** Fees as a deduction, as they appear between gross and net. Zero has no sign. */
export function Deduction({ amount, currency }: { amount: number; currency: string }) {
  return <Money amount={0 - amount} currency={currency} />;
}

/** A payout by the day on which its money arrives, the same in every time zone. */
export function PayoutLink({ id, arrivesOn }: { id: string; arrivesOn: Date | string }) {
  const links = useRecordLinks();
  return (
    <TextLink to={links.payout(id)} className="row-link">
      <span className="sr-only">Payout of </span>
      <UtcDate at={arrivesOn} />
    </TextLink>
  );
}
