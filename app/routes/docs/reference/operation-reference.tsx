import { CodeBlock } from '~/ui/content/code-block';
import { TextLink } from '~/ui/content/text-link';
import { FieldList } from './field-list';
import { renderInlineMarkdown } from './inline-markdown';
import type { OperationView } from './operation-views.server';

/** An operation: its parameters on the left, and a shell example on the right. */
export function OperationReference({ operation }: { operation: OperationView }) {
  const { id, method, path, summary, description, parameters, body, requests, reply } = operation;
  return (
    <article id={id} className="border-t border-line py-10">
      <h3 className="text-lg font-semibold tracking-tight">{summary}</h3>
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
          {requests.map(({ label, code }) => (
            <CodeBlock key={label} label={label} code={code} />
          ))}
          <CodeBlock label={`Response: ${summary}`} code={reply.example} />
        </div>
      </div>
    </article>
  );
}

function ReplyFields({ id, description, object, fields }: OperationView['reply'] & { id: string }) {
  if (fields.length)
    return <FieldList title={`Response: ${description}`} anchor={`${id}.reply`} fields={fields} />;
  return (
    <section>
      <h4 className="font-semibold">Response</h4>
      <p className="mt-1 text-sm">
        200, a <TextLink to={`#${object}`}>{object}</TextLink>. {description}.
      </p>
    </section>
  );
}

function ReplyHeaders({ headers }: { headers: OperationView['headers'] }) {
  return (
    <section>
      <h4 className="font-semibold">Response headers</h4>
      <ul className="mt-1 space-y-1 text-sm">
        {headers.map(({ name, description }) => (
          <li key={name}>
            <code className="font-mono font-medium">{name}</code>: {renderInlineMarkdown(description)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OperationErrors({ problems }: { problems: OperationView['problems'] }) {
  return (
    <section>
      <h4 className="font-semibold">Errors</h4>
      <ul className="mt-1 space-y-1.5 text-sm">
        {problems.map(({ status, codes }) => (
          <li key={status} className="flex flex-wrap gap-x-3 gap-y-1">
            <span className="tabular-nums text-ink-soft">{status}</span>
            {codes.map((code) => (
              <TextLink key={code} to={`/docs/errors#${code}`} className="font-mono break-all">
                {code}
              </TextLink>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
