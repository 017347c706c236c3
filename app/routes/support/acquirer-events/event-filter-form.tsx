import { acquirerLabels, type AcquirerName } from '~/acquirers/acquirer-names';
import type { ResultCount } from '~/ui/forms/filter-result';
import { ListFilterForm } from '~/ui/forms/list-filter-form';
import { SelectField } from '~/ui/forms/select-field';

type Props = {
  path: string;
  connections: readonly { id: string; name: string; acquirer: AcquirerName; environment: string }[];
  connectionId?: string;
  isUnprocessed: boolean;
  result: ResultCount;
};

export function EventFilterForm({ path, connections, connectionId, isUnprocessed, result }: Props) {
  const isFiltered = Boolean(connectionId) || !isUnprocessed;
  return (
    <ListFilterForm filter={[connectionId, isUnprocessed]} resetUrl={isFiltered && path} result={result}>
      <SelectField
        name="connection"
        label="Connection"
        defaultValue={connectionId ?? ''}
        options={[
          { value: '', text: 'All connections' },
          ...connections.map(({ id, name, acquirer, environment }) => ({
            value: id,
            text: `${name} (${acquirerLabels[acquirer]}, ${environment})`,
          })),
        ]}
        className="w-full sm:w-80"
      />
      <SelectField
        name="status"
        label="Status"
        defaultValue={isUnprocessed ? '' : 'all'}
        options={[
          { value: '', text: 'Not processed' },
          { value: 'all', text: 'All' },
        ]}
        className="min-w-[min(10rem,100%)] flex-1 sm:flex-none"
      />
    </ListFilterForm>
  );
}
