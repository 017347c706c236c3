import type { ReactNode } from 'react';
import { PageHeader } from '~/ui/layout/page-header';

/** The heading of a page about one action on an application. */
export function ActionHeader({ name, title, lead }: { name: string; title: string; lead?: ReactNode }) {
  return (
    <PageHeader
      title={
        <>
          <span className="block text-base font-medium tracking-normal text-ink-soft">{name}</span>
          {title}
        </>
      }
      lead={lead}
    />
  );
}
