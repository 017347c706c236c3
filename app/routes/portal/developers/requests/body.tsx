import { Panel } from '~/ui/layout/panel';
import { CodeBlock } from '~/ui/content/code-block';
import { formatSize } from './request-labels';

/** A stored body, formatted, or the reason why there is none. */
export function Body({
  title,
  label,
  text,
  bytes,
}: {
  title: string;
  label: string;
  text: string | null;
  bytes: number | null;
}) {
  return (
    <Panel
      title={title}
      action={bytes === null ? undefined : <span className="text-sm text-ink-soft">{formatSize(bytes)}</span>}
    >
      {text ? (
        <CodeBlock label={label} code={JSON.stringify(JSON.parse(text), null, 2)} />
      ) : (
        <p className="text-ink-soft">
          {bytes
            ? 'Not stored: the body isn’t a JSON object, or it’s larger than 8 KiB.'
            : 'No body, or it wasn’t read.'}
        </p>
      )}
    </Panel>
  );
}
