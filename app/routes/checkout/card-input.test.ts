import { describe, expect, it } from 'vitest';
import { readCard } from './card-input';

const now = new Date('2026-11-21T12:00:00Z');
const good = { number: '4242 4242 4242 4242', expiry: '08/29', code: '123', name: 'Ada Sommer' };

function read(changes: Partial<typeof good> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...good, ...changes })) form.set(name, value);
  return readCard(form, now);
}

describe('readCard', () => {
  it('reads a card as people type it', () => {
    const { card } = read();
    expect(card?.pan.reveal()).toBe('4242424242424242');
    expect(card?.code?.reveal()).toBe('123');
    expect(card).toMatchObject({ expiry: { month: 8, year: 2029 }, name: 'Ada Sommer' });
  });

  it('tells all that is missing at once', () => {
    expect(Object.keys(readCard(new FormData(), now).faults ?? {})).toEqual([
      'number',
      'expiry',
      'code',
      'name',
    ]);
  });

  it.each([
    [{ number: '4242 4242 4242 4241' }, 'number'],
    [{ number: 'my card' }, 'number'],
    [{ expiry: '13/29' }, 'expiry'],
    [{ expiry: '10/26' }, 'expiry'],
    [{ code: '12' }, 'code'],
    [{ code: '1234' }, 'code'],
    [{ number: '3782 822463 10005', code: '123' }, 'code'],
    [{ name: '4242 4242 4242 4242' }, 'name'],
  ])('refuses %j', (changes, field) => {
    expect(Object.keys(read(changes).faults ?? {})).toEqual([field]);
  });

  it('takes four digits of code for American Express', () => {
    expect(read({ number: '378282246310005', code: '1234' }).faults).toBeUndefined();
  });

  it.each([
    [{ expiry: '4242424242424242' }, ''],
    [{ expiry: '4242 4242' }, ''],
    [{ expiry: '٤٢٤٢٤٢٤٢' }, ''],
    [{ expiry: '13/2029' }, '13/2029'],
  ])('keeps of %j as a date only what can be one', (changes, kept) =>
    expect(read(changes).kept.expiry).toBe(kept),
  );

  it.each(['424.242.424.242.424.2', '4.2.4.2.4.2.4.2.4.2.4.2.4.2.4.2', '424/242/424/242/424/2'])(
    'takes %s for no name',
    (name) => {
      expect(Object.keys(read({ name }).faults ?? {})).toEqual(['name']);
      expect(read({ name }).kept.name).toBe('');
    },
  );

  it('keeps the date and the name, and nothing of the card', () => {
    const input = read({ code: '1', name: '4242424242424242' });
    expect(input.kept).toEqual({ expiry: '08/29', name: '' });
    expect(JSON.stringify(input)).not.toMatch(/4242/);
  });
});
