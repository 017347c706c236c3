import { Hono } from 'hono';
import type { Environment } from '~/platform/environment';
export function createApi(_environment: Environment) { return new Hono(); }
