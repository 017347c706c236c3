import { Field, type FieldLabels } from '~/ui/forms/field';

type Props = Partial<FieldLabels> & {
  name?: string;
  kind?: 'code' | 'recovery' | 'either';
  className?: string;
};

const labels = {
  code: { label: 'Code', hint: 'The current 6-digit code from your authenticator app.' },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the codes you saved, such as k7m3-9xqt-4hwp. Each works once.',
  },
  either: {
    label: 'Code',
    hint: 'The current 6-digit code from your authenticator app, or one of your recovery codes.',
  },
};

/** A field for an authenticator app's code, which phones can fill in. */
export function CodeField({ name = 'code', kind = 'code', ...rest }: Props) {
  return (
    <Field
      name={name}
      {...labels[kind]}
      {...rest}
      inputMode={kind === 'code' ? 'numeric' : undefined}
      autoComplete={kind === 'recovery' ? 'off' : 'one-time-code'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      required
    />
  );
}
