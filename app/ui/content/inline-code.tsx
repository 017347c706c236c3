import type { ReactNode } from 'react';

/** Code within a sentence, in its font size. */
export function InlineCode({ children }: { children: ReactNode }) {
  return <code className="inline-code">{children}</code>;
}
