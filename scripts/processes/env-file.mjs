import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

let loaded = [];

/** Loads .env, if it exists. The shell's variables take precedence. */
export function loadEnvironment() {
  const settings = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
  loaded = Object.keys(settings).filter((name) => process.env[name] === undefined);
  for (const name of loaded) process.env[name] = settings[name];
}

/** Loads .env again, for processes that this one starts. */
export function reloadEnvironment() {
  for (const name of loaded) delete process.env[name];
  loadEnvironment();
}
