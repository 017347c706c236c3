import { Link, type LinkProps } from '@remix-run/react';
import clsx from 'clsx';

/** A link inside text: underlined, because color alone does not tell it apart. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={clsx('text-link', className)} />;
}
