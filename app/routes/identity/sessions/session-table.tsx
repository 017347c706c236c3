import type { SignInMethod, Area } from '~/identity/sessions/session-store';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';

type Session = {
  id: string;
  isOwn: boolean;
  area: Area;
  device: string;
  address: string;
  method: SignInMethod;
  signedInAt: Date | string;
  lastUsedAt: Date | string;
};

const methods: Record<SignInMethod, string> = {
  password: 'With your password',
  password_and_code: 'With your password and a code',
  passkey: 'With a passkey',
  email_link: 'With an emailed link',
  renewed: 'Renewed after a change to your security or role',
};

type Props = {
  path: string;
  sessions: readonly Session[];
  /** With several, each row names its area. */ inBothAreas: boolean;
};

/** A person's sessions, each with a button to end it, except the current one. */
export function SessionTable({ path, sessions, inBothAreas }: Props) {
  return (
    <Table
      caption="Open sessions"
      rows={sessions}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Device', cell: (session) => <Device {...session} namesArea={inBothAreas} /> },
        {
          title: 'Logged in',
          cell: ({ signedInAt, method }) => (
            <>
              <Time at={signedInAt} />
              <span className="block text-sm text-ink-soft">{methods[method]}</span>
            </>
          ),
        },
        { title: 'Last seen', cell: ({ lastUsedAt, isOwn }) => (isOwn ? 'Now' : <Time at={lastUsedAt} />) },
        { title: 'Action', align: 'right', cell: (session) => <End path={path} {...session} /> },
      ]}
    />
  );
}

function Device({ device, address, isOwn, area, namesArea }: Session & { namesArea: boolean }) {
  return (
    <>
      <span className="font-medium">{device}</span> {isOwn && <Badge tone="positive" text="This browser" />}
      <span className="block text-sm wrap-anywhere text-ink-soft">
        {address || 'Unknown address'}
        {namesArea && (area === 'staff' ? ', staff area' : ', portal')}
      </span>
    </>
  );
}

function End({ path, id, isOwn, device, address }: Session & { path: string }) {
  return (
    <Form method="post" action={path} reloadDocument>
      <Button type="submit" variant="secondary" size="small" name="end" value={id}>
        {isOwn ? 'Log out' : 'End'}{' '}
        <span className="sr-only">
          {isOwn ? 'in this browser' : `the session of ${device} at ${address}`}
        </span>
      </Button>
    </Form>
  );
}
