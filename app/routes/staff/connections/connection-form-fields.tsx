import type { NamedField } from '~/acquirers/connection-fields';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { Field } from '~/ui/forms/field';
import type { RejectedForm } from '../../forms/rejected-form';

type SerializedField = Omit<NamedField, 'findProblem'>;

type Props = {
  fields: readonly SerializedField[];
  /** The current settings by name. */
  settings?: Record<string, string | boolean | undefined>;
  /** The saved secrets: their names, and last characters that may be shown. */
  saved?: readonly { name: string; end: string | null }[];
  rejected: RejectedForm | undefined;
};

/** The fields of a connection. Secrets are never rendered: a saved one stays unless a new one is entered. */
export function ConnectionFormFields({ fields, settings = {}, saved = [], rejected }: Props) {
  return fields.map((field) => {
    const { name, label, help } = field;
    const error = rejected?.errors[name];
    if (field.checkbox)
      return (
        <CheckboxField
          key={name}
          name={name}
          value="yes"
          defaultChecked={rejected ? rejected.input[name] === 'yes' : settings[name] === true}
          error={error}
          label={
            <>
              {label}
              {help && <span className="block text-sm text-ink-soft">{help}</span>}
            </>
          }
        />
      );
    const common = {
      ...{ name, label, error, optional: field.optional, maxLength: field.maximumLength },
      ...{ autoComplete: 'off', autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false },
    };
    if (field.secret) {
      const current = saved.find((secret) => secret.name === name);
      return (
        <Field
          key={name}
          {...common}
          type="password"
          required={!current}
          hint={current ? describeSaved(current.end) : help}
        />
      );
    }
    const current = settings[name];
    return (
      <Field
        key={name}
        {...common}
        required={!field.optional}
        hint={[help, field.example && `For example, ${field.example}.`].filter(Boolean).join(' ')}
        defaultValue={rejected ? rejected.input[name] : typeof current === 'string' ? current : undefined}
      />
    );
  });
}

const describeSaved = (end: string | null) =>
  `${end ? `Saved, ends in ${end}.` : 'Saved.'} Leave empty to keep it.`;
