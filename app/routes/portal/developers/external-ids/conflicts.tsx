import { Panel } from '~/ui/layout/panel';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';

type Conflict = { id: string; createdAt: Date; differing: readonly string[] };

/** The requests that conflicted with the first one, and the differing fields. */
export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  return (
    <Panel title="What differed">
      <ul className="space-y-3">
        {conflicts.map(({ id, createdAt, differing }) => (
          <li key={id}>
            <TextLink to={`/developers/requests/${id}`}>
              <Time at={createdAt} />
            </TextLink>
            :{' '}
            {differing.length
              ? differing.map((field, i) => (
                  <span key={field}>
                    {i > 0 && ', '}
                    <code className="font-mono text-sm break-all">{field}</code>
                  </span>
                ))
              : 'the fields weren’t stored'}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
