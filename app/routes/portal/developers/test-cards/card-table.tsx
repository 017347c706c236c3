import { getCardBrandLabel } from '~/ui/content/card-number';
import { CopyButton } from '~/ui/content/copy-button';
import { Table } from '~/ui/content/table';

type TestCard = { pan: string; brand: string; does: string };

/** The published test cards and their behavior in the simulator. */
export function TestCardTable({ cards }: { cards: readonly TestCard[] }) {
  return (
    <Table
      caption="Test cards"
      rows={cards}
      rowKey={({ pan }) => pan}
      columns={[
        {
          title: 'Number',
          cell: ({ pan }) => (
            <span className="inline-flex items-center gap-1">
              <code className="font-mono text-sm select-all @3xl:whitespace-nowrap">{spaced(pan)}</code>
              <CopyButton text={pan} label={`Copy card number ${spaced(pan)}`} isSmall />
            </span>
          ),
        },
        { title: 'Brand', cell: ({ brand }) => getCardBrandLabel(brand) },
        { title: 'Result', cell: ({ does }) => does },
      ]}
    />
  );
}

/** Grouped as on the card: in fours, or 4-6-5 and 4-6-4 on shorter ones. */
function spaced(pan: string): string {
  return pan.length < 16 ? pan.replace(/^(\d{4})(\d{6})/, '$1 $2 ') : pan.replace(/(\d{4})(?=\d)/g, '$1 ');
}
