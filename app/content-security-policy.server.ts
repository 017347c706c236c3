import { config } from '~/platform/config/config.server';

/** The bucket that documents are sent to: this exact address, which takes nothing but what carries our signature. */
const bucket = config.s3 && `${config.s3.endpoint}/${config.s3.bucket}`;

const isDevelopment = process.env.NODE_ENV === 'development';

/**
 * What a browser may do with a page of ours: run our own scripts and nothing else, in no frame, keeping no copy
 * (threats T12 and T26). Pages of the portal, which are one document to a browser that goes from one to the next
 * (`scripted`), may also talk to us, send documents to their bucket and show other pages of ours in frames. Where cards are
 * typed nothing is asked of any server but by a form, and no text becomes markup. A page that is `framed` may be shown in
 * ours, and sends nothing. What browsers refuse they tell to the path of `reports`. The one thing that may be fetched is the
 * address of `robots`: who measures a page asks for that file as if the page did.
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
      // In development Vite brings styles as elements of the page.
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
      !scripted && `require-trusted-types-for 'script'`,
      !scripted && `trusted-types 'none'`,
      reports && `report-uri ${reports}`,
    ]
      .filter(Boolean)
      .join('; '),
  );
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  // Other sites learn nothing, as under no-referrer; but that would also blank the Origin of our own forms, and browsers
  // that send no Sec-Fetch-Site could not pay (docs/decisions/0006).
  headers.set('Referrer-Policy', 'same-origin');
  headers.set('X-Frame-Options', framed ? 'SAMEORIGIN' : 'DENY');
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
}
