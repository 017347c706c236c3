import { expect, test } from 'vitest';
import { exactTextOf, readForm, textOf } from './form-body';

const send = (body: BodyInit, headers?: HeadersInit) =>
  readForm(new Request('http://localhost/', { method: 'POST', body, headers }));

test('a text has no zero byte, and one character for a line break', async () => {
  const form = await send(
    new URLSearchParams([
      ['wo\0rds', ' a\0b\r\nc\n '],
      ['many', 'x'.repeat(60_000)],
      ['half', '\ud800'],
    ]),
  );
  expect(textOf(form, 'message')).toBe('ab\nc');
  expect(exactTextOf(form, 'message')).toBe(' ab\nc\n ');
  expect(textOf(form, 'many')).toHaveLength(60_000);
  expect(textOf(form, 'half')).toBe('\ufffd');
  expect(
    textOf(
      await send('a=%ED%A0%80%FF%00', { 'content-type': 'application/x-www-form-urlencoded' }),
      'a',
    ).isWellFormed(),
  ).toBe(true);
});

test('a field that is not there is empty, whatever it is called', async () => {
  const form = await send(
    new URLSearchParams([
      ['words[]', 'x'],
      ['empty', ''],
    ]),
  );
  for (const name of ['message', 'empty', 'constructor', '__proto__']) expect(textOf(form, name)).toBe('');
});

test('a field that comes twice, a file for a text, and what is no form are refused', async () => {
  const form = new FormData();
  form.append('twice', 'a');
  form.append('twice', 'a');
  form.append('file', new File(['a'], 'a.txt'));
  const read = await send(form);
  for (const name of ['twice', 'file'])
    expect(() => textOf(read, name)).toThrow(expect.objectContaining({ status: 400 }));
  expect(await (read.get('file') as File).text()).toBe('a');
  for (const [body, type] of [
    ['{}', 'application/json'],
    ['a', 'multipart/form-data; boundary=b'],
    ['a', 'text/plain'],
  ] as const)
    await expect(send(body, { 'content-type': type })).rejects.toMatchObject({ status: 400 });
});
