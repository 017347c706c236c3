import { useMemo } from 'react';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { TimeZoneField } from '~/ui/forms/time-zone-field';
import { RadioField } from '~/ui/forms/radio-field';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { settingOptionLabels } from './setting-option-labels';

type Props = {
  path: string;
  /** The values when the page was rendered, which are sent with the form. */
  seen: Record<string, string>;
  timeZones: readonly string[];
  brands: readonly { name: string; text: string }[];
  maximumHoldDays: number;
  rejected: RejectedForm | undefined;
};

export function SettingsForm({ path, seen, timeZones, brands, maximumHoldDays, rejected }: Props) {
  const order = useMemo(
    () => [
      'time_zone',
      'capture_mode',
      'three_d_secure',
      'billing_details',
      'billing_required',
      'hold_days',
      ...brands.map(({ name }) => name),
    ],
    [brands],
  );
  const errors = useErrorSummary(rejected, order);
  const input: Record<string, string | undefined> = { ...seen, ...rejected?.input };
  const getError = (name: string) => rejected?.errors[name];
  return (
    <Form method="post" action={path} reloadDocument noValidate className="space-y-6">
      <ErrorSummary errors={errors} />
      {order.map((name) => (
        <input key={name} type="hidden" name={`seen_${name}`} value={input[`seen_${name}`] ?? seen[name]} />
      ))}
      <Panel title="Time zone">
        <TimeZoneField
          name="time_zone"
          timeZones={timeZones}
          defaultValue={input.time_zone}
          error={getError('time_zone')}
          hint="Everyone on your team sees times in this zone, and daily reports follow it. The API always uses UTC."
          className="max-w-96"
        />
      </Panel>
      <Panel title="Payments">
        <div className="space-y-8">
          <RadioField
            name="capture_mode"
            label="Default operation for payment intents"
            hint="Used when a request doesn’t specify an operation."
            defaultValue={input.capture_mode}
            error={getError('capture_mode')}
            options={[
              { value: 'authcap', text: settingOptionLabels.capture_mode.authcap },
              { value: 'authorize', text: settingOptionLabels.capture_mode.authorize },
            ]}
          />
          <RadioField
            name="three_d_secure"
            label="3-D Secure"
            hint="When to authenticate payers with their bank. Applies to payments and to saving cards on the hosted checkout, and to API payments with a return_url."
            defaultValue={input.three_d_secure}
            error={getError('three_d_secure')}
            options={[
              {
                value: 'automatic',
                text: settingOptionLabels.three_d_secure.automatic,
                hint: 'Your acquirer requests it if the law or the bank requires it, or if a payment looks risky.',
              },
              {
                value: 'always',
                text: settingOptionLabels.three_d_secure.always,
                hint: 'The payer’s bank is liable for most fraud. But more payers have to confirm the payment, and some of them abandon it.',
              },
              {
                value: 'never',
                text: settingOptionLabels.three_d_secure.never,
                hint: 'Payments aren’t authenticated. You’re liable for fraud, and banks decline payments that require authentication, including most online payments in Europe.',
              },
            ]}
          />
          <RadioField
            name="billing_details"
            label="Billing details on the hosted checkout"
            hint="Your acquirer sends them to the payer’s bank, which compares them with its records. This default applies if a payment intent or a payment link doesn’t specify them."
            defaultValue={input.billing_details}
            error={getError('billing_details')}
            options={[
              { value: 'minimal', text: settingOptionLabels.billing_details.minimal },
              {
                value: 'full',
                text: settingOptionLabels.billing_details.full,
                hint: 'Banks can check more, but the form takes longer to fill in.',
              },
            ]}
          />
          <RadioField
            name="billing_required"
            label="Billing details requirement"
            defaultValue={input.billing_required}
            error={getError('billing_required')}
            options={[
              { value: 'false', text: settingOptionLabels.billing_required.false },
              { value: 'true', text: settingOptionLabels.billing_required.true },
            ]}
          />
          <div className="space-y-4">
            <Field
              name="hold_days"
              label="Hold duration in days"
              hint={`1 to ${maximumHoldDays}. Applies to new authorizations only.`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              defaultValue={input.hold_days}
              error={getError('hold_days')}
              className="max-w-96"
            />
            <fieldset>
              <legend className="mb-1.5 font-medium">Hold duration by card brand</legend>
              <p className="mb-3 text-sm text-ink-soft">
                Leave a field empty to use the duration above. Banks can release a hold early. Ask your
                acquirer how long each brand allows.
              </p>
              <div className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-4">
                {brands.map(({ name, text }) => (
                  <Field
                    key={name}
                    name={name}
                    label={text}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={3}
                    defaultValue={input[name]}
                    error={getError(name)}
                    className="flex flex-col justify-end"
                  />
                ))}
              </div>
            </fieldset>
          </div>
        </div>
      </Panel>
      <Button type="submit">Save</Button>
    </Form>
  );
}
