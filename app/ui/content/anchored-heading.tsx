import clsx from 'clsx';
import type { ReactNode } from 'react';

type Props = {
  level: 2 | 3;
  anchor: string;
  /** The heading's text, for the name of its link. */
  title: string;
  /** False when an element around the heading has the anchor. */
  hasId?: boolean;
  className: string;
  children?: ReactNode;
};

/**
 * A heading with a link to itself, which appears when the heading or the link is pointed at or focused, and always on
 * touch screens. It's beside the heading, so that the heading's name stays its text.
 */
export function AnchoredHeading({ level, anchor, title, hasId = true, className, children = title }: Props) {
  const Tag = `h${level}` as const;
  return (
    <div className="anchored-heading">
      <Tag id={hasId ? anchor : undefined} className={clsx('min-w-0', className)}>
        {children}
      </Tag>
      <a href={`#${anchor}`} aria-label={`Link to “${title}”`}>
        <span aria-hidden="true">#</span>
      </a>
    </div>
  );
}
