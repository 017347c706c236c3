import { Link, type LinkProps } from '@remix-run/react';
import clsx from 'clsx';

/** A link in text: underlined, because color alone doesn't distinguish it. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link {...rest} className={clsx('text-link', className)} />;
}
