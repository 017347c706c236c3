import { existsSync } from 'node:fs';

/** Loads .env, if it exists. The shell's variables take precedence. */
export function loadEnvironment() {
  if (existsSync('.env')) process.loadEnvFile('.env');
}
