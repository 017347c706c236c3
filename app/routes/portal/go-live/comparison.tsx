import type { ReactNode } from 'react';
import type { Environment } from '~/platform/environment';
import { Button } from '~/ui/forms/button';
import { CopyValue } from '~/ui/content/code-block';
import { Form } from '~/ui/forms/form';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { editor } from '../checkout-design/editor-path';
import { CopyToLive } from '../checkout-design/design-status';
import { fieldNames, type DesignField } from '../checkout-design/design-labels';
import { SecondFactorNotice } from '../developers/second-factor-notice';
import { SwitchToLive } from './switch-to-live';

type Props = {
  addresses: Record<Environment, { api: string; checkout: string }>;
  secrets: Record<Environment, number>;
  /** The hosts that test intents used, and those listed in live. */
  hosts: { used: readonly string[]; listed: readonly string[] };
  /** Whether the person could confirm a copy of hosts. */
  mayConfirm: boolean;
  design: Design;
};

/** The published checkout versions, null for the default, and whether live has a draft. */
type Design = {
  test: number | null;
  live: number | null;
  differing: readonly DesignField[];
  drafted: boolean;
  revision: string;
};

/** `toDo`: what is still different, or nothing. Settings that always differ have neither. */
type Setting = { name: string; test: ReactNode; live: ReactNode; toDo?: ReactNode };

/** Each setting of both environments in a row, with the difference and a way to copy it. */
export function Comparison({ addresses, secrets, hosts, mayConfirm, design }: Props) {
  const missing = hosts.used.filter((host) => !hosts.listed.includes(host));
  const settings: Setting[] = [
    {
      name: 'API URL',
      test: <CopyValue value={addresses.test.api} label="test API URL" />,
      live: <CopyValue value={addresses.live.api} label="live API URL" />,
    },
    {
      name: 'Checkout URL',
      test: <CopyValue value={addresses.test.checkout} label="test checkout URL" />,
      live: <CopyValue value={addresses.live.checkout} label="live checkout URL" />,
    },
    {
      name: 'Client secrets',
      test: count(secrets.test),
      live: count(secrets.live),
      toDo: secrets.live ? ready : <CreateInLive />,
    },
    {
      name: 'Checkout signing secret',
      test: 'Separate for each environment',
      live: 'Separate for each environment',
    },
    {
      name: 'Redirect hosts',
      test: hosts.used.length ? `Any; used: ${hosts.used.join(', ')}` : 'Any',
      live: hosts.listed.length ? hosts.listed.join(', ') : 'None',
      toDo: missing.length ? (
        <CopyHosts hosts={missing} mayConfirm={mayConfirm} />
      ) : hosts.listed.length ? (
        ready
      ) : (
        <TextLink to="/developers/redirect-hosts">Add host</TextLink>
      ),
    },
    {
      name: 'Checkout',
      test: describeDesign(design.test),
      live: describeDesign(design.live),
      toDo: <CheckoutToDo {...design} />,
    },
    { name: 'Team', test: 'Shared', live: 'Shared' },
  ];
  return (
    <div id="redirect-hosts">
      <Table
        caption="Test and live settings"
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

/** Secrets are created in the current environment. */
function CreateInLive() {
  return <SwitchToLive path="/developers">Create in live</SwitchToLive>;
}

/** A copy is a draft first, to be reviewed before payers see it. */
function CheckoutToDo({ test, differing, drafted, revision }: Design) {
  if (!differing.length) return ready;
  return (
    <span className="flex flex-col items-end gap-2">
      <span className="text-sm text-ink-soft">
        Different: {differing.map((field) => fieldNames[field].toLowerCase()).join(', ')}
      </span>
      {drafted ? (
        <SwitchToLive path={editor}>Publish the live draft</SwitchToLive>
      ) : (
        test !== null && <CopyToLive revision={revision}>Copy checkout design to live</CopyToLive>
      )}
    </span>
  );
}

function describeDesign(version: number | null): string {
  return version ? `Version ${version}` : 'Default';
}

function CopyHosts({ hosts, mayConfirm }: { hosts: readonly string[]; mayConfirm: boolean }) {
  if (!mayConfirm)
    return <SecondFactorNotice reason="Payers will be redirected to these hosts." what="copy them to live" />;
  return (
    <span className="flex flex-col items-end gap-2">
      {hosts.map((host) => (
        <Form key={host} method="post" reloadDocument>
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
