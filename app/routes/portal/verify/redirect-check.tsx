import type { RedirectVerification } from '~/payments/checkout/redirect-verification';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { ErrorSummary, toSummaryErrors } from '~/ui/forms/error-summary';
import { useFormFetcher } from '~/ui/forms/form';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { TextLink } from '~/ui/content/text-link';
import { getRedirectFindingMessage } from './redirect-messages';
import { CheckResult } from './check-result';

type KnownState = NonNullable<RedirectVerification['actualState']>;
type CheckedRedirect = { pasted: string; result: RedirectVerification | null };
type Props = { path: string; environment: string; checked?: CheckedRedirect };

const errors = {
  address: 'This isn’t a redirect URL. Paste a URL with intent_id, status, and signature',
};

// The same object every time, so that the other form of the page doesn't move the focus here.
const summary = toSummaryErrors(errors);

/** `checked`: without scripts. With them, the other form on the page keeps its input. */
export function RedirectCheck({ path, environment, ...withoutScripts }: Props) {
  const fetcher = useFormFetcher<{ return: CheckedRedirect }>();
  const checked = fetcher.result?.return ?? withoutScripts.checked;
  const result = checked?.result;
  const found = checked && !result;
  return (
    <Panel id="return" title="Redirect">
      {found && <ErrorSummary errors={summary} />}
      {result && <RedirectResult result={result} environment={environment} />}
      <fetcher.Form {...fetcher.post(`${path}#return`)} className="space-y-4">
        <input type="hidden" name="what" value="return" />
        <TextAreaField
          name="address"
          label="Redirect URL"
          hint="The full URL, or the part after the question mark."
          rows={4}
          spellCheck={false}
          maxLength={16_384}
          defaultValue={checked?.pasted}
          error={found ? [errors.address] : undefined}
        />
        <Button type="submit" pending={fetcher.isPending}>
          Check redirect
        </Button>
      </fetcher.Form>
    </Panel>
  );
}

function RedirectResult({ result, environment }: { result: RedirectVerification; environment: string }) {
  const { genuine, signedFor, findings, actualState } = result;
  const owner = actualState && (actualState.kind === 'direct_payment' ? 'payment' : 'intent');
  const crossed = signedFor
    ? [
        {
          title: `This redirect is from the ${signedFor} environment`,
          text: `You’re viewing ${environment}. Each environment has its own signing secret, so verify this redirect with the one for ${signedFor}.`,
        },
      ]
    : [];
  return (
    <CheckResult
      result={result}
      genuine={genuine}
      title={genuine ? 'The signature is valid' : 'The signature isn’t valid'}
      findings={[...crossed, ...findings.map((finding) => getRedirectFindingMessage(finding, owner))]}
    >
      {actualState ? (
        <ActualState state={actualState} environment={environment} />
      ) : (
        'No intent or payment in this account has these IDs.'
      )}
    </CheckResult>
  );
}

/** How the merchant's code confirms what a redirect says. */
function getConfirmation({ kind, transaction }: KnownState): string {
  if (transaction) return 'GET /transactions/{trx_id}';
  return kind === 'card_intent' ? 'GET /intents/card/{intent_id}' : 'GET /intents/payment/{intent_id}';
}

function ActualState({ state: actualState, environment }: { state: KnownState; environment: string }) {
  const { kind, state, transaction, environment: actual } = actualState;
  const status =
    transaction && actual === environment ? (
      <TextLink to={`/transactions/${transaction.id}`}>{transaction.status}</TextLink>
    ) : (
      transaction?.status
    );
  return (
    <>
      Regardless of the URL, the{' '}
      {kind === 'direct_payment' ? (
        <>
          payment is {status} in {actual}
        </>
      ) : (
        <>
          intent is {state} in {actual}
          {kind === 'payment_intent' &&
            (transaction ? <>, and its transaction is {status}</> : ', and it has no transaction')}
        </>
      )}
      . Your code should always confirm this with {getConfirmation(actualState)}.
    </>
  );
}
