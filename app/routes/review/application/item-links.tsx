import { TextLink } from '~/ui/content/text-link';
import { toItemRowId } from './item-review-form';

/** Links to items. `path`: of the application's page, from another one. */
export const ItemLinks = ({
  items,
  path = '',
}: {
  items: readonly { key: string; label: string }[];
  path?: string;
}) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1">
    {items.map(({ key, label }) => (
      <li key={key}>
        <TextLink to={`${path}#${toItemRowId(key)}`}>{label}</TextLink>
      </li>
    ))}
  </ul>
);
