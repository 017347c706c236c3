import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CodeBlock } from '~/ui/content/code-block';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { ExampleCredentialsNote } from './example-credentials-note';
import { getHeadingAnchor } from './markdown-prose';
import { findDocsReader } from './docs-reader';
import { FieldList } from './reference/field-list';
import { OperationReference } from './reference/operation-reference';
import { readReference } from './reference/operation-views.server';
import { buildShellSessionStart } from './shell-session';

export const meta = pageTitle('API reference');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await findDocsReader(request);
  const document = context.describeApi();
  const [server] = document.servers;
  return { ...readReference(document), reader, session: buildShellSessionStart(reader), url: server!.url };
}

export default function ApiReference() {
  const { sections, objects, reader, session, url } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="API reference"
        lead={
          <>
            Every endpoint and field, generated from the schemas that validate your requests. For your tools:{' '}
            <TextLink to={`${url}/openapi.json`} reloadDocument>
              openapi.json
            </TextLink>
            .
          </>
        }
      />
      <div className="mb-10 max-w-4xl space-y-5">
        <p>
          Requests and responses are JSON. Amounts are integers in the smallest currency unit, and times are
          in ISO 8601, UTC. Requests with unknown fields are rejected. Responses can gain new fields, so
          ignore any that you don’t recognize.
        </p>
        <ExampleCredentialsNote reader={reader} />
        <CodeBlock
          label="Start the session"
          code={`${session}\nTRX=trx_… # the ID of one of your payments`}
        />
      </div>
      {sections.map(({ name, description, operations }) => (
        <section key={name} className="mb-6">
          <h2 id={getHeadingAnchor(name)} className="text-2xl font-semibold tracking-tight">
            {name}
          </h2>
          <p className="mt-1 mb-6 text-ink-soft">{description}</p>
          {operations.map((operation) => (
            <OperationReference key={operation.id} operation={operation} />
          ))}
        </section>
      ))}
      <h2 className="mb-6 text-2xl font-semibold tracking-tight">Objects</h2>
      {objects.map(({ name, description, fields }) => (
        <section key={name} id={name} className="max-w-4xl border-t border-line py-10">
          <h3 className="mb-2 text-lg font-semibold tracking-tight">{name}</h3>
          <p className="mb-4">{description}</p>
          <FieldList title="Members" anchor={name} fields={fields} />
        </section>
      ))}
    </>
  );
}
