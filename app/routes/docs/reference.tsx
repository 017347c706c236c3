import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CodeBlock } from '~/ui/code-block';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { TextLink } from '~/ui/text-link';
import { ExamplesNote } from './examples-note';
import { anchorOf } from './prose';
import { findReader } from './reader';
import { FieldList } from './reference/field-list';
import { Operation } from './reference/operation';
import { readReference } from './reference/operations.server';
import { sessionStart } from './session';

export const meta = pageTitle('API reference');

export async function loader({ request, context }: LoaderFunctionArgs) {
  const reader = await findReader(request);
  const document = context.describeApi();
  const [server] = document.servers;
  return { ...readReference(document), reader, session: sessionStart(reader), url: server!.url };
}

export default function Reference() {
  const { sections, objects, reader, session, url } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="API reference"
        lead={
          <>
            Every endpoint and field, made from the schemas that check your requests. For your tools:{' '}
            <TextLink to={`${url}/openapi.json`} reloadDocument>
              openapi.json
            </TextLink>
            .
          </>
        }
      />
      <div className="mb-10 max-w-4xl space-y-5">
        <p>
          Bodies and replies are JSON. Amounts are whole numbers of the smallest currency unit, times are ISO
          8601 in UTC. A field that a request does not have is refused. Replies may get new fields: ignore
          what you do not know.
        </p>
        <ExamplesNote reader={reader} />
        <CodeBlock
          label="Begin the session"
          code={`${session}\nTRX=trx_…   # the id of a payment of yours`}
        />
      </div>
      {sections.map(({ name, description, operations }) => (
        <section key={name} className="mb-6">
          <h2 id={anchorOf(name)} className="text-2xl font-semibold tracking-tight">
            {name}
          </h2>
          <p className="mt-1 mb-6 text-ink-soft">{description}</p>
          {operations.map((operation) => (
            <Operation key={operation.id} operation={operation} />
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
