import { CopyButton } from './copy-button';

/** A code block to copy. It scrolls horizontally, so it's focusable by keyboard. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <figure className="overflow-hidden rounded-lg border border-line bg-sunken">
      <figcaption className="flex items-center justify-between gap-3 border-b border-line px-4 py-2 text-sm font-medium text-ink-soft">
        {label}
        <CopyButton text={code} label={`Copy ${label}`} />
      </figcaption>
      <pre
        tabIndex={0}
        role="region"
        aria-label={label}
        className="overflow-x-auto p-4 font-mono text-sm leading-6 -outline-offset-4"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}

/** A single-line value, such as a client ID, to select or copy. `isSmall`: in a list of details. */
export function CopyValue({ value, label, isSmall }: { value: string; label: string; isSmall?: boolean }) {
  if (isSmall)
    return (
      <span className="flex items-start gap-1">
        <code className="min-w-0 font-mono text-sm break-all select-all">{value}</code>
        <span className="-my-0.5">
          <CopyButton text={value} label={`Copy ${label}`} isSmall />
        </span>
      </span>
    );
  return (
    <span className="flex max-w-full flex-wrap items-center gap-2">
      <code className="min-w-0 rounded-md bg-sunken px-2 py-1 font-mono text-sm break-all select-all">
        {value}
      </code>
      <CopyButton text={value} label={`Copy ${label}`} />
    </span>
  );
}
