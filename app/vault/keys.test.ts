import { expect, onTestFinished, test, vi } from 'vitest';
import * as singletons from '~/platform/concurrency/singleton.server';
import { parseConfig } from '~/platform/config/config.server';
import { environments } from '~/platform/environment';
import { findKey, getCurrentVaultKey, listVaultKeys } from './keys';

test('test and live have separate keys, two parts make one key, and the check key encrypts nothing real', () => {
  const named = (text: string, settings = { production: true, simulatedLive: false }) => {
    const config = { ...parseConfig({ VAULT_KEYS: text }), ...settings };
    return { test: listVaultKeys('test', config), live: listVaultKeys('live', config) };
  };
  const hex = (byte: string) => byte.repeat(32);
  const whole = named(`a:${hex('ff')}`);
  expect(whole.test[0]!.key.equals(whole.live[0]!.key)).toBe(false);
  expect(named(`a:${hex('0f')}+${hex('f0')}`)).toEqual(whole);
  expect(named('')).toEqual({ test: [], live: [] });
  const tryingOut = named('', { production: false, simulatedLive: false });
  expect({ test: tryingOut.test.map(({ id }) => id), live: tryingOut.live }).toEqual({
    test: ['demo'],
    live: [],
  });
});

test('each environment uses its own keys, and without one, a live card is refused', () => {
  // As in a process that has just started.
  const instances = new Map<string, unknown>();
  const spy = vi.spyOn(singletons, 'singleton').mockImplementation(((name: string, create: () => unknown) => {
    if (!instances.has(name)) instances.set(name, create());
    return instances.get(name);
  }) as typeof singletons.singleton);
  onTestFinished(() => spy.mockRestore());
  for (const environment of environments) {
    const [current] = listVaultKeys(environment);
    expect({
      current: getCurrentVaultKey(environment),
      byId: findKey(environment, 'demo'),
      byOtherId: findKey(environment, 'other'),
    }).toEqual({ current, byId: current, byOtherId: undefined });
  }
  spy.mockReturnValue([]);
  expect(() => getCurrentVaultKey('live')).toThrow(
    new Error('VAULT_KEYS: the development key can’t encrypt live cards'),
  );
});
