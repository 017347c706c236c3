import { data, type AppLoadContext, type HeadersFunction } from '@remix-run/node';
import type { RejectedForm } from './rejected-form';

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    /** Set by an action that rejects its form, for the loaders of the same request. */
    formRejected?: boolean;
  }
}

type Reply = {
  initialValue?: Record<string, unknown> | null;
  error?: Record<string, string[] | null> | null;
};

/** Renders the form again with its input and all its errors. The input must not contain passwords. */
export function rejectForm(
  context: AppLoadContext,
  reply: Reply,
  init: { status?: number; headers?: HeadersInit } = {},
) {
  context.formRejected = true;
  return renderFormAgain(reply, { status: 422, ...init });
}

/** Renders the form again with its input after a step without an error, such as adding a row. */
export function renderFormAgain(reply: Reply, init: { status?: number; headers?: HeadersInit } = {}) {
  const input = Object.entries(reply.initialValue ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const errors = Object.entries(reply.error ?? {}).flatMap(([field, messages]) =>
    messages?.length ? [[field, messages]] : [],
  );
  return data<RejectedForm>(
    { kind: 'rejected', input: Object.fromEntries(input), errors: Object.fromEntries(errors) },
    init,
  );
}

/** The status and Retry-After header of a reply: `rejectForm(context, reply, formatRetryDelay(30))`. */
export function formatRetryDelay(seconds: number, status: 429 | 503 = 429) {
  return { status, headers: { 'Retry-After': String(seconds) } };
}

/** A page's `headers` function that sends its action's headers, such as Retry-After. */
export const actionHeaders: HeadersFunction = ({ actionHeaders }) => actionHeaders;
