import { Link, type LinkProps } from '@remix-run/react';
import clsx from 'clsx';
import type { ComponentProps } from 'react';

type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium' | 'wide';
};

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  /** For what is gone afterward. */
  danger: 'bg-negative text-paper border-transparent hover:opacity-90',
};

const sizes = {
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-4',
  wide: 'min-h-12 w-full px-4',
};

/** The style alone, for a link that leaves our pages. */
export function getButtonClass({ variant = 'primary', size = 'medium' }: ButtonStyle, className?: string) {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-lg border py-1.5 text-center font-medium transition-colors',
    variants[variant],
    sizes[size],
    className,
  );
}

/** A button that does something. Give it its `type`; a form's own one is `submit`. `pending` keeps a second click from counting. */
export function Button({
  variant,
  size,
  pending,
  className,
  type = 'button',
  ...rest
}: ButtonStyle & ComponentProps<'button'> & { pending?: boolean }) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || undefined}
      onClick={pending ? (event) => event.preventDefault() : rest.onClick}
      className={clsx(getButtonClass({ variant, size }, className), pending && 'opacity-70')}
    />
  );
}

/** A link that looks like a button, for going somewhere. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonStyle & LinkProps) {
  return <Link {...rest} className={getButtonClass({ variant, size }, className)} />;
}
