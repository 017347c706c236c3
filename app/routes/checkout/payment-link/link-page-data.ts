import { findPublishedDesign } from '~/merchants/checkout-design/design-versions';
import { defaultDesign, type CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import type { PaidAmounts } from '~/payments/checkout/paid-amounts';
import type { ChosenAmount, LinkItem } from '~/payments/payment-links/payment-link';
import { findPublicLink } from '~/payments/payment-links/payment-links';
import type { Environment } from '~/platform/environment';
import { getPathEnvironment } from '~/platform/http/surfaces.server';
import { negotiateLanguage, negotiateLocale } from '~/platform/text/language-negotiation.server';
import type { Language, Locale } from '~/platform/text/languages';
import { pageScript } from '../page-script';
import type { PageScript } from '../page/checkout-script';

export type PublicLink = NonNullable<Awaited<ReturnType<typeof findPublicLink>>>;

/** What the payer entered, now or before they changed it, by the name of its field, and what is wrong with it. */
export type LinkForm = { input: Record<string, string>; errors: Record<string, string> };

/** `form`: the payer chooses. `paid`: the link's only payment has been made. `in_progress`: others are making the last payments. `not_paid`: they came back from the checkout without paying. `isCancelled`: so they did, and can't start again. `thanks`: they paid. */
type LinkPage =
  | { page: 'form'; form?: LinkForm; script?: PageScript }
  | { page: 'not_paid'; startUrl: string }
  | { page: 'unusable' | 'paid' | 'reversed'; isCancelled?: boolean }
  | { page: 'in_progress'; script?: PageScript }
  | { page: 'too_many_visits' }
  | {
      page: 'thanks';
      amount: number;
      /** Null: the hold has ended, and nothing was taken. */
      amounts: PaidAmounts | null;
      reference: string;
      text: string;
      hasReceipt: boolean;
    };

/** A page of a known link. */
export type KnownLinkPage = LinkPage & LinkBase;

type PageBase = { language: Language; locale: Locale; design: CheckoutDesign };

/** A page without a link, for an unknown one. */
export type UnknownLinkPage = PageBase & { page: 'unknown' };

export type LinkPageData = KnownLinkPage | UnknownLinkPage;

type LinkBase = PageBase & {
  /** What the page in another language needs of the URL: the intent, and what became of it. Null in a preview. */
  query: string | null;
  link: {
    environment: Environment;
    name: string;
    merchantName: string;
    currency: string;
    items: LinkItem[];
    chosenAmount: ChosenAmount | null;
  };
};

/** For a URL without a link. */
export function buildUnknownLinkPage(request: Request): UnknownLinkPage {
  const language = negotiateLanguage(request, defaultDesign.language);
  return { page: 'unknown', language, locale: negotiateLocale(request, language), design: defaultDesign };
}

/** @param form what the payer entered, if they change it */
export const buildLinkForm = (page: LinkBase, form?: LinkForm): KnownLinkPage => ({
  ...page,
  page: 'form',
  form,
  script: pageScript,
});

/** The link in a URL of the checkout, with what its pages need. Null for an unknown one. */
export async function readPublicLink(request: Request, id: string | undefined) {
  const { pathname, searchParams } = new URL(request.url);
  const link = await findPublicLink(getPathEnvironment(pathname), id ?? '');
  if (!link) return null;
  const { accountId, environment, name, currency, items, chosenAmount } = link;
  const design = await findPublishedDesign({ accountId, environment });
  const language = negotiateLanguage(request, design.language);
  return {
    link,
    page: {
      ...{ language, locale: negotiateLocale(request, language), design },
      query: new URLSearchParams(
        [...searchParams].filter(([name]) => name === 'intent_id' || name === 'status'),
      ).toString(),
      link: {
        ...{ environment, name, currency, items },
        merchantName: design.companyName || link.merchantName,
        chosenAmount: chosenAmount ?? null,
      },
    },
  };
}
