import { Fragment, type ReactNode } from 'react';

/** A sentence of the API's description: `code` is all the Markdown it holds. */
export function inlineMarkdown(text: string): ReactNode {
  return text.split(/`([^`]+)`/).map((part, index) =>
    index % 2 ? (
      <code key={index} className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.9em] break-words">
        {part}
      </code>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
