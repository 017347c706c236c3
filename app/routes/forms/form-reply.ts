import { data, type AppLoadContext, type HeadersFunction } from '@remix-run/node';
import type { RejectedForm } from './rejected-form';

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    /** Set by an action that refuses its form, for the loaders that draw the page again in the same request. */
    formRejected?: boolean;
  }
}

type Reply = {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
};

/** Draws the form again with all its errors at once. Give it no passwords. */
export function rejectForm(
  context: AppLoadContext,
  reply: Reply,
  init: { status?: number; headers?: HeadersInit } = {},
) {
  context.formRejected = true;
  const input = Object.entries(reply.initialValue ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const errors = Object.entries(reply.error ?? {}).flatMap(([field, messages]) =>
    messages?.length ? [[field, messages]] : [],
  );
  return data<RejectedForm>(
    { input: Object.fromEntries(input), errors: Object.fromEntries(errors) },
    { status: 422, ...init },
  );
}

/** How an answer begins that no one should ask for again before so many seconds: `refuseForm(context, reply, comeBackIn(30))`. */
export function formatRetryDelay(seconds: number, status: 429 | 503 = 429) {
  return { status, headers: { 'Retry-After': String(seconds) } };
}

/** A page's `headers`: lets what an action says, such as Retry-After, reach the browser. */
export const actionHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;
