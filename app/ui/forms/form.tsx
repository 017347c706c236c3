import { Form as RemixForm, useFetcher, useFormAction } from '@remix-run/react';
import { createContext, forwardRef, useCallback, useContext, type ComponentPropsWithoutRef } from 'react';
import { addFormContext, type FormContext } from '~/platform/http/form-context';

/** The page's context. Null on pages without an account, such as those of the staff. */
export const PageFormContext = createContext<FormContext | null>(null);

/** @returns a function that adds the page's account and environment to a URL */
export function useFormContextUrl(): (address: string) => string {
  const formContext = useContext(PageFormContext);
  return useCallback(
    (address) => (formContext ? addFormContext(address, formContext) : address),
    [formContext],
  );
}

/**
 * A router form. If it changes something, it carries the page's context: when the person has switched to
 * another account or environment in another tab, it's rejected (routes/guards) instead of applied there
 * (threats T1 and T2).
 */
export const Form = forwardRef<HTMLFormElement, ComponentPropsWithoutRef<typeof RemixForm>>(function Form(
  { action, ...props },
  ref,
) {
  const actionUrl = useFormContextUrl()(useFormAction(action));
  return <RemixForm ref={ref} action={props.method === 'post' ? actionUrl : action} {...props} />;
});

/** A form whose result appears without a navigation: `<fetcher.Form {...fetcher.post(path)}>`. Like {@link Form}, it carries the context. */
export function useFormFetcher<Result>() {
  const { Form, data, state } = useFetcher();
  const addContext = useFormContextUrl();
  return {
    Form,
    result: data as Result | undefined,
    isPending: state !== 'idle',
    post: (path: string) => ({ method: 'post' as const, action: addContext(path) }),
  };
}
