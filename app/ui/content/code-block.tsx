import { useHydrated } from '../forms/use-hydrated';
import { CopyButton } from './copy-button';

/**
 * A code with colors. `spans` is as short as it can be, because it's part of the page: the length of each span in order,
 * followed by the letter of its kind, if it has one: `5k,1,12s`.
 */
export type ColoredCode = { text: string; spans: string };

/** The kinds of spans by their letters. They are also the classes with their colors, in app.css. */
export const codeKinds = { k: 'keyword', s: 'string', n: 'number', c: 'comment', m: 'member' } as const;

/**
 * A code block to copy. It scrolls horizontally, so it's focusable by keyboard.
 * @param original what the button copies, if the code is formatted for display
 */
export function CodeBlock({
  code,
  label,
  original,
}: {
  code: string | ColoredCode;
  label: string;
  original?: string;
}) {
  const hydrated = useHydrated();
  const { text, spans } = typeof code === 'string' ? { text: code, spans: '' } : code;
  return (
    <figure className="code-block">
      <figcaption>
        <span>{label}</span>
        {hydrated && <CopyButton text={original ?? text} label={`Copy ${label}`} />}
      </figcaption>
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{spans ? colorCode(text, spans) : text}</code>
      </pre>
    </figure>
  );
}

function colorCode(text: string, spans: string) {
  let start = 0;
  return spans.split(',').map((span, index) => {
    const [length, kind] = [Number.parseInt(span), span.at(-1)!];
    const part = text.slice(start, (start += length));
    return Object.hasOwn(codeKinds, kind) ? (
      <span key={index} className={kind}>
        {part}
      </span>
    ) : (
      part
    );
  });
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
