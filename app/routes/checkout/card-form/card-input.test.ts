import { describe, expect, it } from 'vitest';
import { parseCardForm } from './card-input';

const now = new Date('2026-11-21T12:00:00Z');
const validInput = { number: '4242 4242 4242 4242', expiry: '08/29', code: '123', name: 'Ada Sommer' };

function parse(changes: Partial<typeof validInput> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...validInput, ...changes })) form.set(name, value);
  return parseCardForm(form, now);
}

describe('readCard', () => {
  it('reads a card as people type it', () => {
    const { card } = parse();
    expect(card?.pan.reveal()).toBe('4242424242424242');
    expect(card?.code?.reveal()).toBe('123');
    expect(card).toMatchObject({ expiry: { month: 8, year: 2029 }, name: 'Ada Sommer' });
  });

  it('reports all missing fields at once', () => {
    expect(Object.keys(parseCardForm(new FormData(), now).cardErrors ?? {})).toEqual([
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
  ])('rejects %j', (changes, field) => {
    expect(Object.keys(parse(changes).cardErrors ?? {})).toEqual([field]);
  });

  it('requires four digits of code for American Express', () => {
    expect(parse({ number: '378282246310005', code: '1234' }).cardErrors).toBeUndefined();
  });

  it.each([
    [{ expiry: '4242424242424242' }, ''],
    [{ expiry: '4242 4242' }, ''],
    [{ expiry: '٤٢٤٢٤٢٤٢' }, ''],
    [{ expiry: '13/2029' }, '13/2029'],
  ])('keeps only a possible date of %j', (changes, retained) =>
    expect(parse(changes).retained.expiry).toBe(retained),
  );

  it.each(['424.242.424.242.424.2', '4.2.4.2.4.2.4.2.4.2.4.2.4.2.4.2', '424/242/424/242/424/2'])(
    'rejects %s as a name',
    (name) => {
      expect(Object.keys(parse({ name }).cardErrors ?? {})).toEqual(['name']);
      expect(parse({ name }).retained.name).toBe('');
    },
  );

  it('keeps the date and the name, and nothing of the card', () => {
    const input = parse({ code: '1', name: '4242424242424242' });
    expect(input.retained).toEqual({ expiry: '08/29', name: '' });
    expect(JSON.stringify(input)).not.toMatch(/4242/);
  });
});
