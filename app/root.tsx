import '@fontsource-variable/inter/wght.css';
import './app.css';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from '@remix-run/react';
import type { ReactNode } from 'react';
import { chooseLanguage } from './platform/chosen-language.server';
import { config } from './platform/config.server';
import { directionOf, type Language } from './platform/languages';
import { productName, useRootData, type RootData } from './ui/brand';
import { useNonce } from './ui/nonce';
import { SkipLink } from './ui/skip-link';

/**
 * A route whose handle says `script: false` takes cards: it is complete without JavaScript, loads none of the portal's, and may do
 * less (threat T26). One that is `framed` may be shown inside another page of ours.
 */
export type RouteHandle = { script?: false; framed?: true };

export function loader({ request, context }: LoaderFunctionArgs): RootData {
  return { brandName: config.brandName, requestId: context.requestId, simulatedLive: config.simulatedLive, askedLanguage: chooseLanguage(request, 'en') };
}

export const meta = ({ data, error }: { data?: unknown; error?: unknown }) => {
  const brandName = (data as RootData | undefined)?.brandName ?? productName;
  const problem = isRouteErrorResponse(error) && error.status === 404 ? 'Page not found' : 'Problem';
  return [{ title: error ? `${problem} · ${brandName}` : brandName }];
};

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const matches = useMatches();
  const scripted = !matches.some((match) => (match.handle as RouteHandle | undefined)?.script === false);
  // Only what payers read comes in several languages; its loader says which, unless it failed.
  const loaded = matches.map((match) => (match.data as { language?: Language } | undefined)?.language).find(Boolean);
  const asked = useRootData()?.askedLanguage;
  const language = loaded ?? (!scripted && asked ? asked : 'en');
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body className="bg-paper font-sans text-ink antialiased">
        <SkipLink language={language} />
        {children}
        {scripted && <ScrollRestoration nonce={nonce} />}
        {scripted && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export { LoneErrorPage as ErrorBoundary } from './ui/error-page';
