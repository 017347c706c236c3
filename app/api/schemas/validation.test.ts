import { expect, test } from 'vitest';
import { z } from '@hono/zod-openapi';
import { buildFieldErrors } from './validation';

const readErrors = (schema: z.ZodType, input: unknown) => buildFieldErrors(schema.safeParse(input).error!);

test.each([
  ['must be a string', z.string(), 'wrong_type'],
  ['must be a number', z.number(), 'wrong_type'],
  ['must be an array', z.array(z.string()), 'wrong_type'],
  ['must be an object', z.strictObject({}), 'wrong_type'],
  ['must be a whole number', z.int('must be a whole number'), 'wrong_type'],
  ['must be one of pay', z.literal('pay'), 'invalid_value'],
  ['must be one of capture, void', z.enum(['capture', 'void']), 'invalid_value'],
])('the message about a value of the wrong type: %s', (message, schema, code) => {
  expect(readErrors(z.strictObject({ field: schema }), { field: true })).toEqual({
    errors: [{ field: 'field', code, message }],
  });
});

test('an absent field is called required', () => {
  expect(readErrors(z.strictObject({ field: z.string() }), {})).toEqual({
    errors: [{ field: 'field', code: 'required', message: 'is required' }],
  });
});

test("an unknown field's name isn't repeated when it contains a card number", () => {
  expect(readErrors(z.strictObject({}), { 'a 4242 4242 4242 4242': 1 })).toEqual({
    errors: [{ field: '[card number]', code: 'unknown_field', message: 'isn’t a field of this request' }],
  });
});

test("an unknown field's long name isn't repeated", () => {
  const nameOf = (length: number) =>
    readErrors(z.strictObject({}), { ['x'.repeat(length)]: 1 }).errors[0]!.field;
  expect([nameOf(65), nameOf(256), nameOf(257)]).toEqual(['x'.repeat(64), 'x'.repeat(64), '[long name]']);
});

test.each([
  [50, undefined],
  [51, 'The first 50 invalid fields are listed. There are 1 more.'],
])('%i unknown fields: the detail is %j', (count, detail) => {
  const fields = Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown_${index}`, 1]));
  const reply = readErrors(z.strictObject({}), fields);
  expect(reply.errors).toHaveLength(50);
  expect(reply.detail).toBe(detail);
});
