import { AnchoredHeading } from '~/ui/content/anchored-heading';
import { CodeBlock } from '~/ui/content/code-block';
import { TextLink } from '~/ui/content/text-link';
import type { OperationInLanguage } from '../examples/code-examples.server';
import type { CodeLanguage } from '../examples/code-language';
import { ExampleTabs } from '../examples/example-tabs';
import { FieldList } from './field-list';
import { renderInlineMarkdown } from './inline-markdown';

/** An operation: its parameters on the left, and its examples in one language on the right. */
export function OperationReference({
  operation,
  language,
}: {
  operation: OperationInLanguage;
  language: CodeLanguage;
}) {
  const { id, method, path, summary, description, parameters, body, requests, reply } = operation;
  return (
    <article id={id} className="border-t border-line py-10">
      <AnchoredHeading
        level={2}
        anchor={id}
        hasId={false}
        title={summary}
        className="text-xl font-semibold tracking-tight"
      />
      <p className="mt-2 flex flex-wrap items-center gap-2 font-mono text-sm">
        <span className="rounded bg-accent-soft px-2 py-1 font-semibold text-accent">{method}</span>
        <span className="break-all">{path}</span>
      </p>
      <div className="mt-4 grid gap-8 xl:grid-cols-2">
        <div className="min-w-0 space-y-6">
          <p>{renderInlineMarkdown(description)}</p>
          {parameters.length > 0 && <FieldList title="Parameters" anchor={id} fields={parameters} />}
          {body.length > 0 && <FieldList title="Body" anchor={id} fields={body} />}
          <ReplyFields id={id} {...reply} />
          <ReplyHeaders headers={operation.headers} />
          <OperationErrors problems={operation.problems} />
        </div>
        <div className="min-w-0 space-y-4 xl:sticky xl:top-6 xl:self-start">
          <ExampleTabs id={id} language={language}>
            {requests.map(({ label, code }) => (
              <CodeBlock key={label} label={label} code={code} />
            ))}
          </ExampleTabs>
          <CodeBlock label={`Response: ${summary}`} code={reply.example} />
        </div>
      </div>
    </article>
  );
}

function ReplyFields({ id, description, object, fields }: OperationInLanguage['reply'] & { id: string }) {
  if (fields.length)
    return <FieldList title={`Response: ${description}`} anchor={`${id}.reply`} fields={fields} />;
  return (
    <section>
      <h3 className="font-semibold">Response</h3>
      <p className="mt-1 text-sm">
        200, a <TextLink to={`/docs/reference/objects#${object}`}>{object}</TextLink>. {description}.
      </p>
    </section>
  );
}

function ReplyHeaders({ headers }: { headers: readonly string[] }) {
  return (
    <section>
      <h3 className="font-semibold">
        <TextLink to="/docs/reference#response-headers">Response headers</TextLink>
      </h3>
      <p className="mt-1 font-mono text-sm">{headers.join(', ')}</p>
    </section>
  );
}

function OperationErrors({ problems }: { problems: OperationInLanguage['problems'] }) {
  return (
    <section>
      <h3 className="font-semibold">Errors</h3>
      <ul className="error-codes">
        {problems.map(({ status, codes }) => (
          <li key={status}>
            {status}
            {codes.map((code) => (
              <a key={code} href={`/docs/errors#${code}`}>
                {code}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
