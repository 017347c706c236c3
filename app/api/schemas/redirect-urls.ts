import { z } from '@hono/zod-openapi';
import { maximumRedirectUrlLength, validateRedirectUrl } from '~/payments/checkout/redirect-url-rules';
import type { Environment } from '~/platform/environment';
import { paymentIntent } from '~/api/description/examples';

const examples = paymentIntent.request.redirect_urls;

/** A URL of the merchant for a payer's browser. */
export const createRedirectUrlSchema = (environment: Environment) =>
  z
    .string()
    .max(maximumRedirectUrlLength)
    .superRefine((url, context) => {
      const message = validateRedirectUrl(url, environment);
      if (message) context.addIssue({ code: 'custom', message, params: { code: 'invalid_url' } });
    })
    .openapi({ format: 'uri' });

/** The redirect URLs after the hosted page. The allowed URLs depend on the environment. */
export function createRedirectUrlsSchema(
  environment: Environment,
  { name, success, failure }: { name: string; success: string; failure: string },
) {
  const urlSchema = createRedirectUrlSchema(environment);
  const describeUrl = (condition: string, example: string) =>
    urlSchema.openapi({
      example,
      description: `Where to redirect the payer ${condition}. An absolute HTTPS URL without a username. In the test environment, HTTP is allowed for localhost. In live, the host must be on your list in the portal under Developers > Redirect hosts. It can include a query string.`,
    });
  return z
    .strictObject({
      success: describeUrl(success, examples.success),
      failure: describeUrl(failure, examples.failure),
    })
    .openapi(name);
}
