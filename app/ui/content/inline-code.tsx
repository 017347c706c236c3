import type { ReactNode } from 'react';

/** Code within a sentence, in its font size. */
export function InlineCode({ children }: { children: ReactNode }) {
  return <code className="rounded bg-sunken px-1 py-0.5 font-mono text-[0.9em] break-words">{children}</code>;
}
