import { data, type AppLoadContext, type HeadersFunction } from '@remix-run/node';
import type { SummaryError } from '~/ui/error-summary';

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    /** Set by an action that refuses its form, for the loaders that draw the page again in the same request. */
    formRefused?: boolean;
  }
}

/** A form that was not accepted: what was typed, and what is wrong with it by field; the empty name is the whole form. */
export type RefusedForm = { typed: Record<string, string | undefined>; errors: Record<string, string[] | undefined> };

type ConformReply = { initialValue?: Record<string, unknown> | null; error?: Record<string, string[] | null> | null };

/** Draws the form again with all its errors at once. Give conform's reply with passwords hidden. */
export function refuseForm(context: AppLoadContext, reply: ConformReply, init: { status?: number; headers?: HeadersInit } = {}) {
  context.formRefused = true;
  const typed = Object.entries(reply.initialValue ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const errors = Object.entries(reply.error ?? {}).flatMap(([field, messages]) => (messages?.length ? [[field, messages]] : []));
  return data<RefusedForm>({ typed: Object.fromEntries(typed), errors: Object.fromEntries(errors) }, { status: 422, ...init });
}

/** A page's `headers`: lets what an action says, such as Retry-After, reach the browser. */
export const actionHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** The errors as the summary wants them, in the order of the fields. */
export function summaryOf(refused: RefusedForm | undefined, fields: readonly string[]): SummaryError[] {
  return ['', ...fields].flatMap((field) => (refused?.errors[field] ?? []).map((message) => ({ message, ...(field && { fieldId: field }) })));
}
