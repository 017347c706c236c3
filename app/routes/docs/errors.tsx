import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FieldErrorCodes } from './field-error-codes';
import { tokenize } from './guides.server';
import { MarkdownProse } from './markdown-prose';
import { docsMeta, type DocsPageSummary } from './pages/docs-meta';
import { DocsPageHeader } from './pages/docs-page-header';
import { errorsPage, listProblems, readErrorsIntroduction } from './pages/errors-page.server';
import { renderInlineMarkdown } from './reference/inline-markdown';

export const meta = docsMeta((data) => (data as { page: DocsPageSummary } | undefined)?.page);

export const handle = { indexed: true };

export function loader({ context }: LoaderFunctionArgs) {
  const document = context.describeApi();
  return {
    page: errorsPage,
    introduction: tokenize(readErrorsIntroduction(document)),
    problems: listProblems(document),
  };
}

export default function Errors() {
  const { page, introduction, problems } = useLoaderData<typeof loader>();
  return (
    <article className="max-w-4xl">
      <DocsPageHeader path={page.path} title={page.title} lead={page.description} />
      <MarkdownProse blocks={introduction} />
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
