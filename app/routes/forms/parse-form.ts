import { z } from 'zod';
import { exactTextOf } from './form-body';

type Reply = { initialValue: Record<string, string>; error: Record<string, string[]> };
/** What somebody sent, to be drawn again: without the fields to hide, such as passwords, and with more errors, of fields or of the whole form. */
type ReplyTo = (more?: {
  hideFields?: string[];
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
}) => Reply;

export type ParsedForm<T> =
  { status: 'success'; value: T; reply: ReplyTo } | { status: 'error'; reply: ReplyTo };

/**
 * The fields of a form as its schema reads them, and no others: what else somebody sends, under whatever names, costs nothing.
 * An empty field is one that is not there. @throws 400 for a file, or two of a name
 */
export function parseForm<S extends z.ZodObject>(form: FormData, schema: S): ParsedForm<z.output<S>> {
  const input = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, exactTextOf(form, name)]));
  const read = schema.safeParse(Object.fromEntries(Object.entries(input).filter(([, text]) => text)));
  const problems = read.success ? {} : (z.flattenError(read.error).fieldErrors as Record<string, string[]>);
  const reply: ReplyTo = ({ hideFields = [], fieldErrors = {}, formErrors = [] } = {}) => ({
    initialValue: Object.fromEntries(Object.entries(input).filter(([name]) => !hideFields.includes(name))),
    error: { ...problems, ...fieldErrors, '': formErrors },
  });
  return read.success ? { status: 'success', value: read.data, reply } : { status: 'error', reply };
}
