import type { WaysToConfirm } from '~/identity/passkey-confirmation';
import type { FieldLabels } from '~/ui/field';
import { CodeField } from './code-field';
import { PasskeyButton } from './passkeys/passkey-button';

type Props = Partial<Pick<FieldLabels, 'label' | 'error'>> & { name: string; ways: WaysToConfirm; /** What it is for, after "Code, ". */ to: string };

/** Where somebody who is logged in shows that they are still the one (refused-code.ts reads it). */
export function ConfirmFields({ ways: { app, passkey }, to, ...field }: Props) {
  return (
    <>
      {passkey && <PasskeyButton ask={{ sign: passkey }}>Confirm with a passkey</PasskeyButton>}
      <CodeField kind={app ? 'either' : 'recovery'} label={`${app ? 'Code' : 'Recovery code'}, ${to}`} {...field} />
    </>
  );
}
