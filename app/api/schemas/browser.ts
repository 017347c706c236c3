import { isIP } from 'node:net';
import { z } from '@hono/zod-openapi';
import type { Browser } from '~/acquirers/authentication';
import { createTextSchema } from './fields';

const createNumberSchema = (minimum: number, maximum: number) =>
  z.int(`must be a whole number from ${minimum} to ${maximum}`).min(minimum).max(maximum);

/** The details of a payer's browser that EMV 3-D Secure defines. */
export const BrowserSchema = z
  .strictObject({
    accept_header: createTextSchema(2_048)
      .min(1, 'must not be empty')
      .openapi({ description: 'The browser’s `Accept` header.', example: 'text/html' }),
    user_agent: createTextSchema(2_048)
      .min(1, 'must not be empty')
      .openapi({ description: 'The browser’s `User-Agent` header.', example: 'Mozilla/5.0' }),
    language: z
      .string()
      .max(35)
      .regex(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 'must be a language tag such as en-US')
      .optional()
      .openapi({ description: 'The browser’s language: `navigator.language`.', example: 'en-US' }),
    ip_address: z
      .string()
      .refine((text) => isIP(text) !== 0, 'must be an IPv4 or IPv6 address')
      .optional()
      .openapi({
        type: 'string',
        maxLength: 45,
        description: 'The payer’s IP address.',
        example: '198.51.100.7',
      }),
    color_depth: createNumberSchema(1, 48)
      .optional()
      .openapi({ description: '`screen.colorDepth`.', example: 24 }),
    screen_width: createNumberSchema(0, 99_999)
      .optional()
      .openapi({ description: '`screen.width`.', example: 1_280 }),
    screen_height: createNumberSchema(0, 99_999)
      .optional()
      .openapi({ description: '`screen.height`.', example: 800 }),
    time_zone_offset: createNumberSchema(-840, 840)
      .optional()
      .openapi({ description: '`new Date().getTimezoneOffset()`, in minutes.', example: -60 }),
  })
  .openapi('Browser');

export function toBrowser(input: z.output<typeof BrowserSchema>): Browser {
  const { color_depth: colorDepth, screen_width: width, screen_height: height } = input;
  const { language, ip_address: ipAddress, time_zone_offset: timeZoneOffset } = input;
  const isScreenKnown = [colorDepth, width, height, timeZoneOffset].every((member) => member !== undefined);
  return {
    acceptHeader: input.accept_header,
    userAgent: input.user_agent,
    ...(language && { language }),
    ...(ipAddress && { ipAddress }),
    ...(isScreenKnown && { screen: { colorDepth, width, height, timeZoneOffset } as Browser['screen'] }),
  };
}
