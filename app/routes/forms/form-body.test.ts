import { expect, test } from 'vitest';
import { exactTextOf, readForm, textOf } from './form-body';

const send = (body: BodyInit, headers?: HeadersInit) =>
  readForm(new Request('http://localhost/', { method: 'POST', body, headers }));

test('a text has no zero byte, and one character per line break', async () => {
  const form = await send(
    new URLSearchParams([
      ['mes\0sage', ' a\0b\r\nc\n '],
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

test('a missing field is empty, whatever its name', async () => {
  const form = await send(
    new URLSearchParams([
      ['words[]', 'x'],
      ['empty', ''],
    ]),
  );
  for (const name of ['message', 'empty', 'constructor', '__proto__']) expect(textOf(form, name)).toBe('');
});

test('a repeated field, a file instead of text, and an invalid form are rejected', async () => {
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
