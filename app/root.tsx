import '@fontsource-variable/inter/wght.css';
import './app.css';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { isRouteErrorResponse, Links, Meta, Outlet, useMatches } from '@remix-run/react';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { negotiateLanguage } from '~/platform/text/language-negotiation.server';
import { config } from '~/platform/config/config.server';
import { describeSupportSession } from '~/merchants/support-sessions/support-session-cookie';
import { getTextDirection, type Language } from '~/platform/text/languages';
import { productName, useRootData, type RootData } from './ui/layout/brand';
import { SupportSessionBanner } from './ui/support-sessions/support-session-banner';
import { getOtherEnvironmentTitle, parseOtherEnvironment } from './ui/layout/other-environment';
import { getSupportSessionTitlePrefix } from './ui/support-sessions/support-session-title';
import { PageAnnouncer } from './ui/layout/page-announcer';
import { PageScripts } from './ui/layout/page-scripts';
import { SkipLink } from './ui/layout/skip-link';

/**
 * A route with `script: false` in its handle takes cards: it works without JavaScript, loads no portal
 * scripts, and has a stricter policy (threat T26). A `framed` route may be shown inside another page of ours. Search
 * engines may list an `indexed` one.
 */
export type RouteHandle = { script?: false; framed?: true; indexed?: true };

/** Staff and payer pages don't belong to a support session, even if one is active. */
const outsideSupportSession = /^\/(staff|support|review|checkout|test\/checkout|dev)(\/|\.data$|$)/;

export async function loader({ request, context }: LoaderFunctionArgs): Promise<RootData> {
  const supportSession = outsideSupportSession.test(new URL(request.url).pathname)
    ? null
    : await describeSupportSession(request);
  return {
    brandName: config.brandName,
    supportEmail: config.supportEmail,
    portalUrl: config.addresses.portal,
    requestId: context.requestId,
    simulatedLive: config.simulatedLive,
    preferredLanguage: negotiateLanguage(request, 'en'),
    ...(supportSession && { supportSession }),
  };
}

export const meta = ({ data, error }: { data?: unknown; error?: unknown }) => {
  const root = data as RootData | undefined;
  const brandName = root?.brandName ?? productName;
  const otherEnvironment = parseOtherEnvironment(error);
  const problem = otherEnvironment
    ? getOtherEnvironmentTitle(otherEnvironment)
    : isRouteErrorResponse(error) && error.status === 404
      ? 'Page not found'
      : 'Problem';
  return [{ title: getSupportSessionTitlePrefix(root) + (error ? `${problem} · ${brandName}` : brandName) }];
};

export function Layout({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const isIndexed = matches.some(({ handle, data }) => (handle as RouteHandle | undefined)?.indexed && data);
  const scripted = !matches.some((match) => (match.handle as RouteHandle | undefined)?.script === false);
  // Only payers' pages have several languages. Their loader decides, unless it failed.
  const loaded = matches
    .map((match) => (match.data as { language?: Language } | undefined)?.language)
    .find(Boolean);
  const root = useRootData();
  const preferredLanguage = root?.preferredLanguage;
  const supportSession = scripted ? root?.supportSession : undefined;
  const language = loaded ?? (!scripted && preferredLanguage ? preferredLanguage : 'en');
  return (
    <html lang={language} dir={getTextDirection(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {!isIndexed && <meta name="robots" content="noindex" />}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body className={clsx('bg-paper font-sans text-ink antialiased', supportSession && 'under-band')}>
        <SkipLink language={language} />
        {supportSession && <SupportSessionBanner {...supportSession} />}
        {children}
        {scripted && <PageAnnouncer />}
        {scripted && <PageScripts />}
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export { StandaloneErrorPage as ErrorBoundary } from './ui/layout/error-page';
