import { z } from 'zod';
import { exactTextOf } from './form-body';

type Reply = { initialValue: Record<string, string>; error: Record<string, string[]> };
/** The input to render again, without hidden fields such as passwords, and with additional errors. */
type ReplyTo = (more?: {
  hideFields?: string[];
  fieldErrors?: Record<string, string[]>;
  formErrors?: string[];
}) => Reply;

export type ParsedForm<T> =
  { status: 'success'; value: T; reply: ReplyTo } | { status: 'error'; reply: ReplyTo };

/**
 * The fields that the schema defines, parsed by it. Other fields are ignored, and an empty field counts as
 * missing.
 * @throws 400 for a file or a repeated field
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
