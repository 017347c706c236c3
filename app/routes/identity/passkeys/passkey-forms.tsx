import { maxPasskeyNameLength } from '~/identity/users/text-limits';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { Time } from '~/ui/content/time';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { getOtherAreaLabel, LastUsed, getPlaceLabel, type PasskeySummary } from './passkey-labels';

const fields = ['name'];

type Props = {
  passkey: PasskeySummary;
  needed: boolean;
  isLast: boolean;
  rejected: RejectedForm | undefined;
};

/** A passkey's details and its owner's actions. */
export function PasskeyForms({ passkey, needed, isLast, rejected }: Props) {
  const errors = useErrorSummary(rejected, fields);
  const elsewhere = getOtherAreaLabel(passkey);
  return (
    <div className="space-y-6">
      <ErrorSummary errors={errors} />
      <Panel title="Details">
        <DescriptionList
          items={[
            ['Created', <Time key="created" at={passkey.createdAt} />],
            ['Last used', <LastUsed key="used" {...passkey} />],
            ['Storage', getPlaceLabel(passkey)],
            ...(elsewhere ? [['Works', elsewhere] as const] : []),
          ]}
        />
      </Panel>
      <Panel title="Rename">
        <Form method="post" reloadDocument noValidate className="max-w-md space-y-5">
          <Field
            name="name"
            label="Name"
            defaultValue={rejected?.input.name ?? passkey.name}
            error={rejected?.errors.name}
            autoComplete="off"
            maxLength={maxPasskeyNameLength}
            required
          />
          <Button type="submit" variant="secondary">
            Save name
          </Button>
        </Form>
      </Panel>
      <Panel title="Remove">
        <p className="mb-5 max-w-2xl text-ink-soft">{consequence(needed, isLast)}</p>
        {!needed && (
          <Form method="post" reloadDocument>
            <Button type="submit" variant="danger" name="remove" value="yes">
              Remove passkey
            </Button>
          </Form>
        )}
      </Panel>
    </div>
  );
}

function consequence(needed: boolean, isLast: boolean): string {
  if (needed)
    return 'This is your only second factor in the staff area, where one is required. Add another passkey or an authenticator app first.';
  const rest =
    'You’ll no longer be able to log in with it, and all other devices will be logged out. Your device may still list it, so delete it there too.';
  return isLast
    ? `${rest} This is your only second factor: your password alone will be enough to log in, and your recovery codes will stop working.`
    : rest;
}
