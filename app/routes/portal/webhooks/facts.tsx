import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { Switch } from './endpoint-notices';
import { Rate, type EndpointOutcomes } from './endpoint-table';

type Endpoint = {
  id: string;
  status: string;
  events: readonly string[];
  createdAt: Date | string;
  previousEndsAt: Date | string | null;
  overlapping: boolean;
};
type Props = {
  endpoint: Endpoint;
  health: EndpointOutcomes;
  mayManage: boolean;
};

/** An endpoint's events, status, and actions. */
export function EndpointFacts({ endpoint, health, mayManage }: Props) {
  const path = `/developers/webhooks/${endpoint.id}`;
  return (
    <Panel
      title="Endpoint"
      action={
        mayManage && (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            <TextLink to={`${path}/edit`}>Edit</TextLink>
            <TextLink to={`${path}/secret`}>Rotate the secret</TextLink>
            <TextLink to={`${path}/delete`}>Delete</TextLink>
            {endpoint.status === 'enabled' && <Switch id={endpoint.id} to="disabled" />}
          </div>
        )
      }
    >
      <DescriptionList
        items={[
          [
            'Events',
            endpoint.events.length ? (
              <ul key="events" className="flex flex-wrap gap-x-4 gap-y-1">
                {endpoint.events.map((name) => (
                  <li key={name}>
                    <code className="font-mono text-sm">{name}</code>
                  </li>
                ))}
              </ul>
            ) : (
              'All events'
            ),
          ],
          ['Last delivered', health.lastAt ? <Time key="last" at={health.lastAt} /> : 'Nothing yet'],
          ['Last 100', <Rate key="rate" {...health} />],
          [
            'Signing secret',
            endpoint.overlapping ? (
              <>
                Two active. The old one expires <Time key="ends" at={endpoint.previousEndsAt!} />
              </>
            ) : (
              'Shown only when created or rotated'
            ),
          ],
          ['Added', <Time key="added" at={endpoint.createdAt} />],
          [
            'ID',
            <code key="id" className="font-mono text-sm break-all select-all">
              {endpoint.id}
            </code>,
          ],
        ]}
      />
    </Panel>
  );
}
