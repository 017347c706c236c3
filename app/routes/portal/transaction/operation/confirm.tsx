import { plainAmount } from '~/platform/money';
import { Button } from '~/ui/button';
import { CodeBlock } from '~/ui/code-block';
import { DescriptionList } from '~/ui/description-list';
import { Form } from '~/ui/form';
import { consequenceWords, intentionWords, operationTitles, type Intention } from '~/ui/operation-words';
import { TextLink } from '~/ui/text-link';
import { useSending } from '~/ui/use-sending';
import type { Typed } from './read-form';

export type Asked = {
  typed: Omit<Typed, 'step'>;
  intention: Intention;
  holdEnds: string | null;
  curl: string;
};

/** Says exactly what will happen, and does it. */
export function Confirm({
  asked: { typed, intention, holdEnds, curl },
  path,
}: {
  asked: Asked;
  path: string;
}) {
  const { operation, amount, currency } = intention;
  // Sent again from a page that the back button brought alive, the form has the one effect.
  const [sending, send] = useSending();
  return (
    <>
      <p className="text-lg font-semibold">{intentionWords(intention)}</p>
      <p className="mt-1.5 mb-5 text-ink-soft">{consequenceWords(intention, holdEnds)}</p>
      {typed.reason.trim() && <DescriptionList facts={[['Reason', typed.reason.trim()]]} />}
      <Form
        method="post"
        reloadDocument
        onSubmit={send}
        className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3"
      >
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
        ))}
        {/* A field, so that it is sent although the button is not in force any more. */}
        <input type="hidden" name="step" value="confirm" autoComplete="off" />
        <Button type="submit" pending={sending}>
          {operation === 'void' ? 'Release' : operationTitles[operation]} {plainAmount(amount, currency)}
        </Button>
        <TextLink to={path}>Cancel</TextLink>
      </Form>
      <details className="mt-6">
        <summary className="font-medium text-accent underline underline-offset-4">
          The same as an API request
        </summary>
        <p className="my-3 text-ink-soft">
          It carries this form’s external_id: whichever you send, or both, the money moves once. TOKEN holds
          an access token.
        </p>
        <CodeBlock code={curl} label="API request" />
      </details>
    </>
  );
}
