import { TextLink } from '~/ui/content/text-link';

export type Missing = { text: string; path: string };

/** What is left to do, each linked to its field. */
export function MissingList({ missing }: { missing: readonly Missing[] }) {
  return (
    <ul className="space-y-1">
      {missing.map(({ text, path }) => (
        <li key={`${path} ${text}`}>
          <TextLink to={path}>{text}</TextLink>
        </li>
      ))}
    </ul>
  );
}
