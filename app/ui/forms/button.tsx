import { Link, type LinkProps } from '@remix-run/react';
import clsx from 'clsx';
import type { ComponentProps } from 'react';

type ButtonStyle = {
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'icon' | 'small' | 'medium' | 'wide';
};

const variants = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong border-transparent',
  secondary: 'bg-surface text-ink border-line-strong hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  /** For destructive actions. */
  danger: 'bg-negative text-paper border-transparent hover:opacity-90',
};

const sizes = {
  icon: 'size-6 text-ink-soft',
  small: 'min-h-9 px-3 text-sm',
  medium: 'min-h-11 px-4',
  wide: 'min-h-12 w-full px-4',
};

/** The style only, for a link that leaves our pages. */
export function getButtonClass({ variant = 'primary', size = 'medium' }: ButtonStyle, className?: string) {
  return clsx(
    'inline-flex items-center justify-center gap-2 rounded-lg border py-1.5 text-center font-medium transition-colors print:hidden',
    variants[variant],
    sizes[size],
    className,
  );
}

/**
 * A button for an action. Its `type` is explicit, and `submit` for a form's own button. `pending` prevents a
 * second click.
 */
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

/** A link styled as a button. */
export function ButtonLink({ variant, size, className, ...rest }: ButtonStyle & LinkProps) {
  return <Link {...rest} className={getButtonClass({ variant, size }, className)} />;
}
