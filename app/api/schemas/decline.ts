import { z } from '@hono/zod-openapi';

/** Why the bank declined. Additive to spec 2.1. */
export const DeclineSchema = z.object({
  code: z.string().openapi({
    description: 'Such as `insufficient_funds`. See the guide on test cards for all codes.',
  }),
  message: z.string(),
});
