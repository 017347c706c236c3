import { Fragment, type ReactNode } from 'react';
import { InlineCode } from '~/ui/content/inline-code';

/** A sentence of the API description. `code` is its only Markdown. */
export function renderInlineMarkdown(text: string): ReactNode {
  return text
    .split(/`([^`]+)`/)
    .map((part, index) =>
      index % 2 ? <InlineCode key={index}>{part}</InlineCode> : <Fragment key={index}>{part}</Fragment>,
    );
}
