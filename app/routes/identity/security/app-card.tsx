import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { Badge } from '~/ui/content/status-badge';
import { Time } from '~/ui/content/time';

/** The authenticator app: when it was set up, or what it's for. */
export function AppCard({
  since,
  besidePasskeys,
  setUp,
}: {
  since: Date | string | null;
  besidePasskeys: boolean;
  setUp: string;
}) {
  if (!since)
    return (
      <Panel title="Authenticator app">
        <p className="mb-5 max-w-2xl text-ink-soft">
          {besidePasskeys
            ? 'Another way to log in where you have no passkey: your password and a code from your phone that changes every 30 seconds.'
            : 'With an authenticator app, logging in also requires a code from your phone that changes every 30 seconds, so a stolen password isn’t enough.'}
        </p>
        <ButtonLink to={setUp} variant="secondary">
          Set up an authenticator app
        </ButtonLink>
      </Panel>
    );
  return (
    <Panel
      title="Authenticator app"
      action={
        <ButtonLink to={setUp} variant="secondary" size="small">
          Set up another app
        </ButtonLink>
      }
    >
      <DescriptionList
        items={[
          [
            'Status',
            <Badge
              key="state"
              tone="positive"
              text={besidePasskeys ? 'Password logins require a code' : 'Logins require a code'}
            />,
          ],
          ['Since', <Time key="since" at={since} />],
        ]}
      />
    </Panel>
  );
}
