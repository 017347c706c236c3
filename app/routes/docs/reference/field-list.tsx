import { renderInlineMarkdown } from './inline-markdown';
import type { FieldDescription } from './field-descriptions.server';

/** The fields of a schema, each with an anchor. */
export function FieldList({
  title,
  anchor,
  fields,
}: {
  title: string;
  anchor: string;
  fields: readonly FieldDescription[];
}) {
  return (
    <section>
      <h4 className="mb-1 font-semibold">{title}</h4>
      <dl className="divide-y divide-line border-y border-line">
        {fields.map((field) => (
          <FieldLine key={field.path} id={`${anchor}.${field.path}`} {...field} />
        ))}
      </dl>
    </section>
  );
}

function FieldLine({
  id,
  path,
  type,
  required,
  limits,
  description,
  values,
}: FieldDescription & { id: string }) {
  return (
    <div id={id} className="py-3">
      <dt className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <code className="font-mono text-sm font-semibold break-all">{path}</code>
        {required && <span className="text-sm font-medium text-caution">required</span>}
        <span className="text-sm text-ink-soft">{[type, limits].filter(Boolean).join(', ')}</span>
      </dt>
      <dd className="mt-1 text-sm">
        {renderInlineMarkdown(description)}
        {values.length > 0 && (
          <span className="mt-1 flex flex-wrap gap-1.5">
            {values.map((value) => (
              <code key={value} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-sm break-all">
                {value}
              </code>
            ))}
          </span>
        )}
      </dd>
    </div>
  );
}
