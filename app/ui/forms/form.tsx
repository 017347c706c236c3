import { Form as RemixForm, useFormAction } from '@remix-run/react';
import { createContext, forwardRef, useCallback, useContext, type ComponentPropsWithoutRef } from 'react';
import { noteMadeFor, type MadeFor } from '~/platform/made-for';

/** What the page was made for; null where that is no account, as on the pages of the staff. */
export const PageFormContext = createContext<MadeFor | null>(null);

/** @returns what notes in an address that something is sent to which account and environment the page was made for */
export function useFormContextUrl(): (address: string) => string {
  const formContext = useContext(PageFormContext);
  return useCallback((address) => (formContext ? noteMadeFor(address, formContext) : address), [formContext]);
}

/**
 * A form of the router. One that changes something carries what its page was made for: left open while its person switches to
 * another account or environment in another tab, it is refused (routes/guards) instead of acting there (threats T1 and T2).
 */
export const Form = forwardRef<HTMLFormElement, ComponentPropsWithoutRef<typeof RemixForm>>(function Form(
  { action, ...props },
  ref,
) {
  const actionUrl = useFormContextUrl()(useFormAction(action));
  return <RemixForm ref={ref} action={props.method === 'post' ? actionUrl : action} {...props} />;
});
