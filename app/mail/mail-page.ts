/**
 * An email's HTML as a page. Its policy allows inline styles and links, and nothing else (threat T12).
 * @param framed whether our own pages may show it in a frame, which decides what its links do
 */
export const respondWithMail = (html: string, { framed = false } = {}): Response =>
  new Response(html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; ${framed ? "frame-ancestors 'self'; sandbox allow-same-origin" : "frame-ancestors 'none'; sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"}`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  });
