import { EyeOff } from 'lucide-react';

/** Nobody has seen this content, which the page doesn't contain. */
export const NotOpened = () => (
  <p className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
    <EyeOff size={15} aria-hidden="true" />
    Not opened yet
  </p>
);
