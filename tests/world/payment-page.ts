import { setSecurityHeaders } from '~/content-security-policy.server';
import { getRobotsUrl } from '~/platform/http/surfaces.server';

/** The headers of a payment page, as the server sends them. */
export function buildPaymentPageHeaders(): Headers {
  const headers = new Headers({ 'Content-Type': 'text/html', 'X-Content-Type-Options': 'nosniff' });
  setSecurityHeaders(headers, 'bm9uY2U=', {
    reports: '/test/checkout/reports',
    robots: getRobotsUrl('test'),
  });
  return headers;
}
