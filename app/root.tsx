import '@fontsource-variable/inter/wght.css';
import './app.css';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from '@remix-run/react';
import { useNonce } from './ui/nonce';

/** A route whose handle says `script: false` is complete without JavaScript and loads none of the portal's. */
export type RouteHandle = { script?: false };

export default function Root() {
  const nonce = useNonce();
  const scripted = !useMatches().some((match) => (match.handle as RouteHandle | undefined)?.script === false);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        {scripted && <ScrollRestoration nonce={nonce} />}
        {scripted && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}
