import { useRouteLoaderData } from '@remix-run/react';
import type { Language } from '~/platform/text/languages';

export const productName = 'Tillway';

/**
 * The root loader's data for every page, including error pages. `askedLanguage`: for payers' pages when
 * nothing else could be loaded.
 */
export type RootData = {
  brandName: string;
  supportEmail?: string;
  /** Without a slash at its end. */ portalUrl: string;
  requestId: string;
  simulatedLive: boolean;
  preferredLanguage: Language;
  supportSession?: SupportSessionSummary;
};

/** A support session's account and end, and whether the staff member also has a portal login. */
export type SupportSessionSummary = {
  merchant: string;
  endsAt: string;
  /** By the server's clock, when the page was rendered. */ secondsLeft: number;
  timeZone: string;
  ownPortal: boolean;
};

/** The operator's name for the product (setting BRAND_NAME). */
export function useBrandName(): string {
  return useRootData()?.brandName ?? productName;
}

export function useRootData(): RootData | undefined {
  return useRouteLoaderData('root') as RootData | undefined;
}

/** The page's support session. Undefined outside of one. */
export function useSupportSession(): SupportSessionSummary | undefined {
  return useRootData()?.supportSession;
}

/** The wordmark: a T whose stem becomes a path, and the name as text, so that other brand names work. */
export function Brand() {
  return (
    <span className="inline-flex items-center gap-2.5 text-lg font-semibold tracking-tight text-ink">
      <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true" className="shrink-0">
        <rect width="24" height="24" rx="6" className="fill-accent" />
        <path
          d="M6 7.5h12M11 7.5v6.25a3.25 3.25 0 0 0 3.25 3.25H18"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="2.25"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      {useBrandName()}
    </span>
  );
}
