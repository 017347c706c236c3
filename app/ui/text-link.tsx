import { Link, type LinkProps } from '@remix-run/react';
import clsx from 'clsx';

/** A link inside text: underlined, because colour alone does not tell it apart. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      {...rest}
      className={clsx('font-medium text-accent underline underline-offset-4 hover:text-accent-strong hover:decoration-2', className)}
    />
  );
}
