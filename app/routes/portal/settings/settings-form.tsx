import { useMemo } from 'react';
import { Button } from '~/ui/button';
import { Card } from '~/ui/card';
import { ErrorSummary } from '~/ui/error-summary';
import { Field } from '~/ui/field';
import { Form } from '~/ui/form';
import { RadioField } from '~/ui/radio-field';
import { SelectField } from '~/ui/select-field';
import { summaryOf, type RefusedForm } from '../../refused-form';

type Props = {
  path: string;
  /** As they were when the page was drawn: they go back with the form. */
  seen: Record<string, string>;
  timeZones: readonly string[];
  brands: readonly { name: string; text: string }[];
  longestHoldDays: number;
  refused: RefusedForm | undefined;
};

export function SettingsForm({ path, seen, timeZones, brands, longestHoldDays, refused }: Props) {
  const order = useMemo(() => ['time_zone', 'capture_mode', 'hold_days', ...brands.map(({ name }) => name)], [brands]);
  const errors = useMemo(() => summaryOf(refused, order), [refused, order]);
  const typed = { ...seen, ...refused?.typed };
  const errorOf = (name: string) => refused?.errors[name];
  return (
    <Form method="post" action={path} reloadDocument noValidate className="space-y-6">
      <ErrorSummary errors={errors} />
      {order.map((name) => (
        <input key={name} type="hidden" name={`seen_${name}`} value={seen[name]} />
      ))}
      <Card title="Time zone">
        <SelectField
          name="time_zone"
          label="Time zone"
          hint="In which all of you read times here, and in which a day begins and ends. The API speaks UTC."
          defaultValue={typed.time_zone}
          error={errorOf('time_zone')}
          options={timeZones.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))}
          className="max-w-96"
        />
      </Card>
      <Card title="Payments">
        <div className="space-y-8">
          <RadioField
            name="capture_mode"
            label="A payment intent that does not say"
            hint="Those that name an operation do what they name."
            defaultValue={typed.capture_mode}
            error={errorOf('capture_mode')}
            options={[
              { value: 'authcap', text: 'takes the money at once (authcap)' },
              { value: 'authorize', text: 'holds it, to be captured later (authorize)' },
            ]}
          />
          <div className="space-y-4">
            <Field
              name="hold_days"
              label="A hold lasts so many days"
              hint={`From 1 to ${longestHoldDays}. For payments authorised from now on; those that stand keep their capture_before.`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              defaultValue={typed.hold_days}
              error={errorOf('hold_days')}
              className="max-w-96"
            />
            <fieldset>
              <legend className="mb-1.5 font-medium">Other days for a card brand</legend>
              <p className="mb-3 text-sm text-ink-soft">Empty: as above. Banks may release a hold before its end: ask your acquirer what each brand allows.</p>
              <div className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-4">
                {brands.map(({ name, text }) => (
                  <Field key={name} name={name} label={text} inputMode="numeric" autoComplete="off" maxLength={3} defaultValue={typed[name]} error={errorOf(name)} className="flex flex-col justify-end" />
                ))}
              </div>
            </fieldset>
          </div>
        </div>
      </Card>
      <Button type="submit">Save</Button>
    </Form>
  );
}
