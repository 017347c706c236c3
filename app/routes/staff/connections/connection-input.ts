import { z } from 'zod';
import {
  buildConnectionSchema,
  listConnectionFields,
  toConnectionInput,
} from '~/acquirers/connection-fields';
import type { Processor } from '~/acquirers/acquirer-names';
import type { Environment } from '~/platform/environment';
import { isId } from '~/platform/ids';
import { parseForm } from '../../forms/parse-form';
import { maximumConnectionName } from './connection-labels';

const common = {
  name: z
    .string({ error: 'Enter a name' })
    .trim()
    .min(1, 'Enter a name')
    .max(maximumConnectionName, `Enter ${maximumConnectionName} characters or fewer`),
  merchant: z
    .string()
    .trim()
    .refine((text) => isId('acc', text), 'Enter a merchant account ID, which starts with acc_')
    .optional(),
};

type CommonValues = z.output<z.ZodObject<typeof common>>;

type Kind = { acquirer: Processor; environment: Environment; saved?: readonly string[] };

/** A connection's form. A reply never contains secrets, not even those that were entered. */
export function parseConnectionForm(form: FormData, { acquirer, environment, saved }: Kind) {
  const fields = listConnectionFields(acquirer, environment);
  const schema = buildConnectionSchema(fields, environment, saved).extend(common);
  const parsed = parseForm(form, schema);
  const hideFields = fields.filter(({ secret }) => secret).map(({ name }) => name);
  const reply = (fieldErrors: Record<string, string[]> = {}, formErrors: string[] = []) =>
    parsed.reply({ hideFields, fieldErrors, formErrors });
  if (parsed.status === 'error') return { status: 'error' as const, reply };
  const { name, merchant, ...values } = parsed.value as z.output<typeof schema> & CommonValues;
  return {
    status: 'success' as const,
    reply,
    value: { name, accountId: merchant ?? null, ...toConnectionInput(fields, values) },
  };
}

/** The field of the account at the acquirer, and what's wrong with it. */
export const acquirerAccountInUse = (acquirer: Processor, environment: Environment) => ({
  [acquirer === 'adyen' ? 'merchantAccount' : 'account']: [
    `Another active connection in ${environment} uses this account. Enter another account, or retire that connection first`,
  ],
});

export const accountNotFound = { merchant: ['There’s no merchant account with this ID'] };
