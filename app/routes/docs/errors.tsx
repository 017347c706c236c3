import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CodeBlock } from '~/ui/content/code-block';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { FieldErrorCodes } from './field-error-codes';
import { renderInlineMarkdown } from './reference/inline-markdown';

export const meta = pageTitle('Errors');

export function loader({ context }: LoaderFunctionArgs) {
  const { 'x-problems': problems, paths } = context.describeApi();
  const example =
    paths['/refunds']!.post!.responses['422']!.content['application/json'].examples!.amount_exceeds_remaining!
      .value;
  return {
    problems: Object.entries(problems).map(([code, text]) => ({ code, ...text })),
    example: JSON.stringify(example, null, 2),
  };
}

export default function Errors() {
  const { problems, example } = useLoaderData<typeof loader>();
  return (
    <article className="max-w-4xl">
      <PageHeader title="Errors" lead="Every API error code, its cause, and how to fix it." />
      <div className="space-y-5">
        <p>
          Errors are JSON objects with the members of RFC 9457, sent as{' '}
          <code className="font-mono text-sm">application/json</code>. Handle errors by{' '}
          <code className="font-mono text-sm">code</code>; <code className="font-mono text-sm">detail</code>{' '}
          is for humans. Some codes have additional members. See{' '}
          <TextLink to="/docs/reference#Problem">Problem</TextLink>. A declined card isn’t an error. It’s a
          transaction with status DECLINED.
        </p>
        <CodeBlock label="Example error" code={example} />
        <p>
          Keep <code className="font-mono text-sm">request_id</code> in your log. It’s also in the{' '}
          <code className="font-mono text-sm">X-Request-Id</code> header of every response. Our support team
          can use it to find the request.
        </p>
      </div>
      <dl className="mt-8 divide-y divide-line border-y border-line">
        {problems.map((problem) => (
          <ProblemDescription key={problem.code} {...problem} />
        ))}
      </dl>
      <FieldErrorCodes />
    </article>
  );
}

function ProblemDescription({
  code,
  status,
  title,
  cause,
  fix,
}: {
  code: string;
  status: number;
  title: string;
  cause: string;
  fix: string;
}) {
  return (
    <div id={code} className="py-5 target:bg-accent-soft">
      <dt className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-ink-soft tabular-nums">{status}</span>
        <a href={`#${code}`} className="font-mono font-semibold break-all underline-offset-4 hover:underline">
          {code}
        </a>
        <span className="font-medium">{title}</span>
      </dt>
      <dd className="mt-2">
        <p>{renderInlineMarkdown(cause)}</p>
        <p className="mt-1 text-ink-soft">{renderInlineMarkdown(fix)}</p>
      </dd>
    </div>
  );
}
