import type { ExternalIdUse } from '~/payments/idempotency/external-id-uses';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { familyLabels } from './external-id-messages';

/** What an external_id created or changed, with links. */
export function UseTable({ uses }: { uses: readonly ExternalIdUse[] }) {
  return (
    <Table
      caption="Found with this external_id"
      rows={uses}
      rowKey={({ family }) => family}
      columns={[
        { title: 'Type', cell: ({ family }) => familyLabels[family] },
        { title: 'First used', cell: ({ usedAt }) => <Time at={usedAt} /> },
        {
          title: 'Result',
          cell: ({ resourceId, payment }) => <Resource id={resourceId} payment={payment} />,
        },
      ]}
    />
  );
}

function Resource({ id, payment }: { id: string; payment: ExternalIdUse['payment'] }) {
  const searchPath = 'font-mono text-sm break-all';
  if (id.startsWith('trx_'))
    return (
      <TextLink to={`/transactions/${id}`} className={searchPath}>
        {id}
      </TextLink>
    );
  return (
    <>
      <code className={searchPath}>{id}</code>
      {payment && (
        <>
          , {payment.isPaid ? 'paid by' : 'last attempt'}{' '}
          <TextLink to={`/transactions/${payment.id}`} className={searchPath}>
            {payment.id}
          </TextLink>
        </>
      )}
    </>
  );
}
