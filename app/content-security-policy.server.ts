import { config } from '~/platform/config/config.server';

/** The document bucket's exact URL, which accepts only requests with our signature. */
const bucket = config.s3 && `${config.s3.endpoint}/${config.s3.bucket}`;

/** Vite's own scripts write styles and markup. */
const isDevelopment = process.env.NODE_ENV === 'development';

/**
 * The Content Security Policy (CSP) of our pages, and the other security headers: only our own scripts, no
 * framing, no markup from scripts, and no caching unless a page allows it (threats T12 and T26;
 * docs/decisions/0039). Portal pages, which navigate without reloading (`scripted`), may also connect to our server,
 * upload documents to their bucket, and frame our other pages. Payment pages send only forms, and may fetch only
 * `robots`, a file that page-speed tools request on behalf of the page. A `framed` page may appear inside our pages
 * and sends nothing. Violations are reported to `reports`.
 */
export function setSecurityHeaders(
  headers: Headers,
  nonce: string,
  { scripted = false, framed = false, reports = '', robots = '' } = {},
): void {
  headers.set(
    'Content-Security-Policy',
    [
      `default-src 'none'`,
      nonce && `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      `style-src 'self'${isDevelopment ? ` 'unsafe-inline'` : nonce && ` 'nonce-${nonce}'`}`,
      `img-src 'self'${scripted ? ' data:' : ''}`,
      `font-src 'self'`,
      `connect-src ${scripted ? `'self'${bucket ? ` ${bucket}` : ''}${isDevelopment ? ' ws:' : ''}` : robots || `'none'`}`,
      `manifest-src 'self'`,
      scripted && `frame-src 'self'`,
      `form-action ${framed ? `'none'` : `'self'`}`,
      `frame-ancestors ${framed ? `'self'` : `'none'`}`,
      `base-uri 'none'`,
      `object-src 'none'`,
      !isDevelopment && `require-trusted-types-for 'script'`,
      !isDevelopment && `trusted-types 'none'`,
      reports && `report-uri ${reports}`,
    ]
      .filter(Boolean)
      .join('; '),
  );
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  // As private as no-referrer, which would also blank the Origin of our own forms, so that browsers without
  // Sec-Fetch-Site couldn't pay (docs/decisions/0006).
  setDefault(headers, 'Referrer-Policy', 'same-origin');
  headers.set('X-Frame-Options', framed ? 'SAMEORIGIN' : 'DENY');
  setDefault(headers, 'Cache-Control', 'no-store');
}

function setDefault(headers: Headers, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}
