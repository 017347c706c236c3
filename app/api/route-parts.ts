import type { z } from '@hono/zod-openapi';
import { Problem } from './problem';

// Pieces that every route's description repeats.

export const jsonBody = <S extends z.ZodType>(schema: S) => ({ required: true, content: { 'application/json': { schema } } });

export const jsonReply = <S extends z.ZodType>(schema: S, description: string) => ({ description, content: { 'application/json': { schema } } });

export const failures = { default: jsonReply(Problem, 'An error; `code` says which') };
