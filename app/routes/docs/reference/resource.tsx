import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CodeBlock } from '~/ui/content/code-block';
import { findDocsReader } from '../docs-reader';
import { ExampleCredentialsNote } from '../example-credentials-note';
import { readChosenLanguage } from '../examples/chosen-language';
import { writeExamples } from '../examples/code-examples.server';
import { ExampleTabs } from '../examples/example-tabs';
import { sessionLabel } from '../examples/sessions.server';
import { docsMeta, type DocsPageSummary } from '../pages/docs-meta';
import { DocsPageHeader } from '../pages/docs-page-header';
import { renderInlineMarkdown } from './inline-markdown';
import { OperationReference } from './operation-reference';
import { listResources, summarizeResource } from './operation-views.server';

export const meta = docsMeta((value) => (value as { page: DocsPageSummary } | undefined)?.page);

export const handle = { indexed: true };

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const resource = listResources(context.describeApi()).find(
    ({ path }) => path === `/docs/reference/${params.resource}`,
  );
  if (!resource) throw new Response('Not found', { status: 404 });
  const reader = await findDocsReader(request);
  const { language, headers } = readChosenLanguage(request);
  const examples = writeExamples(language, reader, resource.operations);
  return data(
    { page: summarizeResource(resource), reader, codeLanguage: language, sessionLabel, ...examples },
    { headers },
  );
}

export default function ReferenceResource() {
  const {
    page,
    reader,
    codeLanguage,
    session,
    requirements,
    needsToken,
    hasPlaceholders,
    operations,
    ...labels
  } = useLoaderData<typeof loader>();
  return (
    <>
      <DocsPageHeader
        path={page.path}
        query={`?language=${codeLanguage}`}
        title={page.title}
        lead={page.description}
      />
      <div id="session" className="mb-10 max-w-4xl space-y-5">
        <ExampleCredentialsNote reader={reader} needsToken={needsToken} hasPlaceholders={hasPlaceholders} />
        <ExampleTabs id="session" language={codeLanguage}>
          <p>
            {renderInlineMarkdown(requirements)}
            {hasPlaceholders && ' Replace the values that end in “…” with your own.'}
          </p>
          <CodeBlock label={labels.sessionLabel} code={session} />
        </ExampleTabs>
      </div>
      {operations.map((operation) => (
        <OperationReference key={operation.id} operation={operation} language={codeLanguage} />
      ))}
    </>
  );
}
