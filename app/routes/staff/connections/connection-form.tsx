import { acquirerLabels, type Processor } from '~/acquirers/acquirer-names';
import type { NamedField } from '~/acquirers/connection-fields';
import { TextLink } from '~/ui/content/text-link';
import { Button } from '~/ui/forms/button';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { useSubmitting } from '~/ui/forms/use-submitting';
import { Panel } from '~/ui/layout/panel';
import { useErrorSummary, useRejectedForm } from '../../forms/rejected-form';
import { ConnectionFormFields } from './connection-form-fields';
import { maximumConnectionName } from './connection-labels';
import { WebhookAddress } from './webhook-address';

type Props = {
  processor: Processor;
  fields: readonly Omit<NamedField, 'findProblem'>[];
  webhookUrl: string;
  /** For an edit. */
  current?: {
    name: string;
    account: { id: string } | null;
    settings: Record<string, string | boolean | undefined>;
    secrets: readonly { name: string; end: string | null }[];
    version: number;
  };
  submit: string;
  cancelUrl: string;
};

/** A new connection, or the edit of one that isn't approved. */
export function ConnectionForm({ processor, fields, webhookUrl, current, submit, cancelUrl }: Props) {
  const rejected = useRejectedForm();
  const names = fields.map(({ name }) => name).join(' ');
  const errors = useErrorSummary(rejected, ['name', 'merchant', ...names.split(' ')]);
  const [sending, send] = useSubmitting();
  const common = { settings: current?.settings, saved: current?.secrets, rejected };
  return (
    <Form method="post" reloadDocument noValidate onSubmit={send} className="max-w-3xl space-y-6">
      <ErrorSummary errors={errors} />
      {current && <input type="hidden" name="version" value={current.version} />}
      <Panel title="Connection">
        <div className="space-y-5">
          <Field
            name="name"
            label="Name"
            hint={`Only staff see it. For example, ${acquirerLabels[processor]} Europe.`}
            autoComplete="off"
            maxLength={maximumConnectionName}
            defaultValue={rejected ? rejected.input.name : current?.name}
            error={rejected?.errors.name}
            required
          />
          <Field
            name="merchant"
            label="Merchant account ID"
            optional
            hint="Starts with acc_. Leave it empty for all merchants without their own connection."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={rejected ? rejected.input.merchant : (current?.account?.id ?? undefined)}
            error={rejected?.errors.merchant}
          />
        </div>
      </Panel>
      <Panel title={`Access to ${acquirerLabels[processor]}`}>
        <div className="space-y-5">
          <ConnectionFormFields fields={fields.filter(({ webhook }) => !webhook)} {...common} />
        </div>
      </Panel>
      <Panel title="Webhooks">
        <div className="space-y-5">
          <WebhookAddress url={webhookUrl} />
          <ConnectionFormFields fields={fields.filter(({ webhook }) => webhook)} {...common} />
        </div>
      </Panel>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" pending={sending}>
          {submit}
        </Button>
        <TextLink to={cancelUrl}>Cancel</TextLink>
      </div>
    </Form>
  );
}
