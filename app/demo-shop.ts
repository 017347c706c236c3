import type { Hono } from 'hono';
export const shop: Hono | undefined = undefined;
