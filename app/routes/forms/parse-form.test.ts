import { expect, test } from 'vitest';
import { z } from 'zod';
import { openBrowser } from '../../../tests/world/browser';
import { parseForm } from './parse-form';

const schema = z.object({
  email: z.string({ error: 'Enter it' }).max(10, 'Too long'),
  role: z.enum(['one', 'two'], { error: 'Choose one' }),
});
const formOf = (...fields: [string, string][]) =>
  fields.reduce((form, [name, value]) => (form.append(name, value), form), new FormData());

test('the fields of the schema are read, and an empty one is missing', () => {
  expect(parseForm(formOf(['email', 'a@b'], ['role', 'two'], ['other', 'x']), schema)).toMatchObject({
    status: 'success',
    value: { email: 'a@b', role: 'two' },
  });
  const rejected = parseForm(formOf(['email', ''], ['role', 'three']), schema);
  expect(rejected.status).toBe('error');
  expect(rejected.reply()).toEqual({
    initialValue: { email: '', role: 'three' },
    error: { email: ['Enter it'], role: ['Choose one'], '': [] },
  });
  expect(
    rejected.reply({ hideFields: ['role'], fieldErrors: { email: ['No'] }, formErrors: ['Wait'] }),
  ).toEqual({ initialValue: { email: '' }, error: { email: ['No'], role: ['Choose one'], '': ['Wait'] } });
});

test('repeated fields are rejected', () => {
  expect(() => parseForm(formOf(['email', 'a'], ['email', 'b']), schema)).toThrow(
    expect.objectContaining({ status: 400 }),
  );
});

// A library that builds trees from names such as a[1].b hung for minutes on one of these and failed on others
// (threat T32).
test.each([
  ['a[4294967294]', '1'],
  ['email[99999999]', '1'],
  [`a${'.a'.repeat(5_000)}`, '1'],
  ['__intent__', '{'],
  ['__intent__', 'null'],
  ['__state__', '{'],
  ['__proto__[email]', 'x'],
  ['constructor', 'x'],
])('an unknown field called %.20s is ignored', async (name, value) => {
  for (const path of ['/login', '/register', '/forgot-password', '/staff/login']) {
    const began = performance.now();
    const response = await openBrowser().submit(path, { [name]: value });
    expect({ path, status: response.status, isFast: performance.now() - began < 5_000 }).toEqual({
      path,
      status: 422,
      isFast: true,
    });
  }
});

test('thousands of fields are read quickly', () => {
  const form = formOf(...Array.from({ length: 15_000 }, (): [string, string] => ['a', '1']));
  const began = performance.now();
  expect(parseForm(form, schema).status).toBe('error');
  expect(performance.now() - began).toBeLessThan(500);
});
