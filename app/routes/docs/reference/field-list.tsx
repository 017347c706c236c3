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
      <h3 className="mb-1 font-semibold">{title}</h3>
      <dl className="field-list">
        {fields.map((field) => (
          <FieldLine key={field.path} id={`${anchor}.${field.path}`} {...field} />
        ))}
      </dl>
    </section>
  );
}

function FieldLine({ id, path, type, required, description, values }: FieldDescription & { id: string }) {
  return (
    <div id={id}>
      <dt>
        <code>{path}</code>
        {required && <b>required</b>}
        <span>{type}</span>
      </dt>
      <dd>
        {renderInlineMarkdown(description)}
        {values && (
          <span className="field-values">
            {values.map((value) => (
              <code key={value}>{value}</code>
            ))}
          </span>
        )}
      </dd>
    </div>
  );
}
