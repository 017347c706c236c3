import { Fragment, type ReactNode } from 'react';
import { InlineCode } from '~/ui/content/inline-code';

/** A sentence of the API's description: `code` is all the Markdown it holds. */
export function renderInlineMarkdown(text: string): ReactNode {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) =>
      index % 2 ? <InlineCode key={index}>{part}</InlineCode> : <Fragment key={index}>{part}</Fragment>,
    );
}
