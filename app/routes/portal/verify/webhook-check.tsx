import { useMemo } from 'react';
import { ErrorSummary, toSummaryErrors } from '~/ui/forms/error-summary';
import { useFormFetcher } from '~/ui/forms/form';
import type { ReceivedWebhook, WebhookDiagnosis } from '~/webhooks/verification/webhook-diagnosis';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Field } from '~/ui/forms/field';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { CheckResult } from './check-result';
import { webhookFieldLengths, type WebhookInputErrors } from './webhook-input';
import { getWebhookFindingMessage } from './webhook-messages';

/** `result` is null with input errors. */
type CheckedWebhook = {
  received: ReceivedWebhook;
  errors: WebhookInputErrors;
  result: WebhookDiagnosis | null;
  hasSecret: boolean;
};
type Props = { path: string; checked?: CheckedWebhook };

const noErrors: WebhookInputErrors = {};

/** `checked`: without scripts. With them, the other form on the page keeps its input. */
export function WebhookCheck({ path, ...withoutScripts }: Props) {
  const fetcher = useFormFetcher<{ webhook: CheckedWebhook }>();
  const checked = fetcher.result?.webhook ?? withoutScripts.checked;
  const { received, errors = noErrors, result, hasSecret } = checked ?? {};
  const summary = useMemo(() => toSummaryErrors(errors), [errors]);
  return (
    <Panel id="webhook" title="Webhook">
      <ErrorSummary errors={summary} />
      {result && (
        <CheckResult
          result={result}
          genuine={result.genuine}
          title={result.genuine ? 'The signature is valid' : 'The signature isn’t valid'}
          findings={result.findings.map((finding) => ({
            ...getWebhookFindingMessage(finding),
            ...(finding.kind === 'body_differs' && { difference: finding.difference }),
          }))}
        >
          {result.signedBy && (
            <span className="break-all">
              {result.signedBy.endpoint === null
                ? 'Signed with the secret that you entered.'
                : `Signed for ${result.signedBy.endpoint}, with ${result.signedBy.previous ? 'the endpoint’s previous secret' : 'its secret'}.`}
            </span>
          )}
          {result.signedBy?.endpoint && hasSecret && (
            <p className="mt-2">
              {result.signedBy.isEntered
                ? 'It’s the secret that you entered.'
                : 'The secret you entered is a different one. Your server must use this endpoint’s secret.'}
            </p>
          )}
        </CheckResult>
      )}
      <fetcher.Form {...fetcher.post(`${path}#webhook`)} className="space-y-4">
        <input type="hidden" name="what" value="webhook" />
        <Field
          name="id"
          label="webhook-id"
          defaultValue={received?.id}
          autoComplete="off"
          spellCheck={false}
          maxLength={webhookFieldLengths.id}
          error={errors.id}
          className="max-w-xl"
        />
        <Field
          name="timestamp"
          label="webhook-timestamp"
          defaultValue={received?.timestamp}
          autoComplete="off"
          inputMode="numeric"
          maxLength={webhookFieldLengths.timestamp}
          error={errors.timestamp}
          className="max-w-xl"
        />
        <Field
          name="signature"
          label="webhook-signature"
          defaultValue={received?.signature}
          autoComplete="off"
          spellCheck={false}
          maxLength={webhookFieldLengths.signature}
          error={errors.signature}
          className="max-w-xl"
        />
        <TextAreaField
          name="body"
          label="Raw body"
          hint="Exactly as received, including every space and line break."
          rows={8}
          spellCheck={false}
          maxLength={webhookFieldLengths.body}
          error={errors.body}
          defaultValue={received?.body}
        />
        <Field
          name="secret"
          label="Signing secret (optional)"
          hint="We also check the secrets of all your endpoints. Enter the one that tillway-listen printed if it sent the webhook."
          autoComplete="off"
          spellCheck={false}
          maxLength={webhookFieldLengths.secret}
          error={errors.secret}
          className="max-w-xl"
        />
        <Button type="submit" pending={fetcher.isPending}>
          Check webhook
        </Button>
      </fetcher.Form>
    </Panel>
  );
}
