import type { RedirectVerification } from '~/payments/checkout/redirect-verification';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Form } from '~/ui/forms/form';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { TextLink } from '~/ui/content/text-link';
import { getRedirectFindingMessage } from './redirect-messages';
import { CheckResult } from './check-result';

type Props = {
  path: string;
  environment: string;
  checked?: { pasted: string; result: RedirectVerification | null };
};

export function RedirectCheck({ path, environment, checked }: Props) {
  const result = checked?.result;
  return (
    <Panel id="return" title="A return from the checkout">
      {result && <RedirectResult result={result} environment={environment} />}
      <Form method="post" action={`${path}#return`} reloadDocument className="space-y-4">
        <input type="hidden" name="what" value="return" />
        <TextAreaField
          name="address"
          label="The address the payer’s browser came to"
          hint="All of it, or what stands after the question mark."
          rows={4}
          spellCheck={false}
          maxLength={16_384}
          defaultValue={checked?.pasted}
          error={
            checked && !result
              ? ['There is nothing of a return in it: paste an address with intent_id, status and signature']
              : undefined
          }
        />
        <Button type="submit">Check the address</Button>
      </Form>
    </Panel>
  );
}

function RedirectResult({
  result: { genuine, signedFor, findings, actualState },
  environment,
}: {
  result: RedirectVerification;
  environment: string;
}) {
  const crossed = signedFor
    ? [
        {
          title: `It comes from the ${signedFor} environment`,
          text: `You are looking at ${environment}. Each environment has a signing secret of its own: check it with that of ${signedFor}.`,
        },
      ]
    : [];
  return (
    <CheckResult
      genuine={genuine}
      title={genuine ? 'The signature is right' : 'This is not as we sent it'}
      findings={[...crossed, ...findings.map(getRedirectFindingMessage)]}
    >
      {actualState ? (
        <>
          Whatever the address says: the intent is {actualState.state} in {actualState.environment}
          {actualState.transaction ? (
            <>
              , and its transaction is{' '}
              {actualState.environment === environment ? (
                <TextLink to={`/transactions/${actualState.transaction.id}`}>
                  {actualState.transaction.status}
                </TextLink>
              ) : (
                actualState.transaction.status
              )}
            </>
          ) : (
            ', and has no transaction'
          )}
          . Only GET /transactions tells your code.
        </>
      ) : (
        'No intent of this account has the ids in it.'
      )}
    </CheckResult>
  );
}
