import { existsSync } from 'node:fs';

/** Reads .env, where there is one. What the shell has set stays. */
export function loadEnvironment() {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
