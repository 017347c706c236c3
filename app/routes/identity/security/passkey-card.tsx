import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Table } from '~/ui/content/table';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { getOtherAreaLabel, LastUsed, getPlaceLabel, type PasskeySummary } from '../passkeys/passkey-labels';

/** A person's passkeys, each linked to its page. */
export function PasskeyCard({ passkeys, path }: { passkeys: readonly PasskeySummary[]; path: string }) {
  return (
    <Panel
      title="Passkeys"
      action={
        passkeys.length > 0 && (
          <ButtonLink to={`${path}/new`} variant="secondary" size="small">
            Add a passkey
          </ButtonLink>
        )
      }
    >
      {passkeys.length ? (
        <Table
          caption="Your passkeys"
          rows={passkeys}
          rowKey={({ id }) => id}
          columns={[
            { title: 'Name', cell: (passkey) => <NameAndPlace {...passkey} /> },
            { title: 'Storage', cell: getPlaceLabel },
            { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
            { title: 'Last used', cell: (passkey) => <LastUsed {...passkey} /> },
            {
              title: 'Action',
              align: 'right',
              cell: ({ id, name }) => (
                <TextLink to={`${path}/${id}`}>
                  Change<span className="sr-only"> {name}</span>
                </TextLink>
              ),
            },
          ]}
        />
      ) : (
        <>
          <p className="mb-5 max-w-2xl text-ink-soft">
            Log in with your fingerprint, your face, or your device PIN instead of a password and code.
            Passkeys can’t be guessed or phished. Once you add one, your password alone is no longer enough to
            log in.
          </p>
          <ButtonLink to={`${path}/new`}>Add a passkey</ButtonLink>
        </>
      )}
    </Panel>
  );
}

function NameAndPlace(passkey: PasskeySummary) {
  const elsewhere = getOtherAreaLabel(passkey);
  return (
    <>
      <span className="font-medium wrap-anywhere">{passkey.name}</span>
      {elsewhere && <span className="block text-sm text-ink-soft">{elsewhere}</span>}
    </>
  );
}
