import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Environment } from '~/platform/environment';
import { Button } from '~/ui/button';
import { CopyValue } from '~/ui/code-block';
import { Badge } from '~/ui/status-badge';
import { Table } from '~/ui/table';
import { TextLink } from '~/ui/text-link';

type Props = {
  addresses: Record<Environment, { api: string; checkout: string }>;
  secrets: Record<Environment, number>;
  /** Those that test intents named, and those that live takes. */
  hosts: { used: readonly string[]; listed: readonly string[] };
};

/** `toDo` is what is still different, or that nothing is; settings that are always different have neither. */
type Setting = { name: string; test: ReactNode; live: ReactNode; toDo?: ReactNode };

/** Each setting of both environments in one row, with what is still different and a way to copy it. */
export function Comparison({ addresses, secrets, hosts }: Props) {
  const missing = hosts.used.filter((host) => !hosts.listed.includes(host));
  const settings: Setting[] = [
    { name: 'API address', test: <CopyValue value={addresses.test.api} label="test API address" />, live: <CopyValue value={addresses.live.api} label="live API address" /> },
    { name: 'Checkout address', test: <CopyValue value={addresses.test.checkout} label="test checkout address" />, live: <CopyValue value={addresses.live.checkout} label="live checkout address" /> },
    {
      name: 'Client secrets',
      test: count(secrets.test),
      live: count(secrets.live),
      toDo: secrets.live ? ready : <CreateInLive />,
    },
    { name: 'Checkout signing secret', test: 'One of its own', live: 'One of its own' },
    {
      name: 'Redirect hosts',
      test: hosts.used.length ? `Any; used: ${hosts.used.join(', ')}` : 'Any',
      live: hosts.listed.length ? hosts.listed.join(', ') : 'None listed',
      toDo: missing.length ? <CopyHosts hosts={missing} /> : hosts.listed.length ? ready : <TextLink to="/developers/redirect-hosts">List one</TextLink>,
    },
    { name: 'Team', test: 'The same people', live: 'The same people' },
  ];
  return (
    <div id="redirect-hosts">
      <Table
        caption="Settings of the test and the live environment"
        rows={settings}
        rowKey={({ name }) => name}
        columns={[
          { title: 'Setting', cell: ({ name }) => <span className="font-medium">{name}</span> },
          { title: 'Test', cell: ({ test }) => test },
          { title: 'Live', cell: ({ live }) => live },
          { title: 'To do', align: 'right', cell: ({ toDo }) => toDo ?? '–' },
        ]}
      />
    </div>
  );
}

const ready = <Badge tone="positive" text="Ready" />;

/** Secrets are made in the environment that one has switched to. */
function CreateInLive() {
  return (
    <Form method="post" action="/environment" reloadDocument>
      <input type="hidden" name="returnTo" value="/developers" />
      <Button type="submit" variant="secondary" size="small" name="environment" value="live">
        Switch to live and create one
      </Button>
    </Form>
  );
}

function CopyHosts({ hosts }: { hosts: readonly string[] }) {
  return (
    <span className="flex flex-col items-end gap-2">
      {hosts.map((host) => (
        <Form key={host} method="post" preventScrollReset>
          <Button type="submit" variant="secondary" size="small" name="host" value={host}>
            Copy {host} to live
          </Button>
        </Form>
      ))}
    </span>
  );
}

function count(secrets: number): string {
  return secrets ? `${secrets} active` : 'None yet';
}
