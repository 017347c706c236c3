import { ArrowLeft } from 'lucide-react';
import { Banner } from '~/ui/layout/banner';
import { TextLink } from '~/ui/content/text-link';

type Owner = { accountId: string; environment: string; merchant: string; timeZone: string };

/** From a merchant's record to the merchant's page. `section`: of that page. */
export const BackToMerchant = ({ owner, section }: { owner: Owner; section?: string }) => (
  <TextLink
    to={`/support/merchants/${owner.accountId}?environment=${owner.environment}${section ? `#${section}` : ''}`}
    className="mb-4 inline-flex items-center gap-1.5"
  >
    <ArrowLeft size={16} aria-hidden="true" />
    {owner.merchant}
  </TextLink>
);

/** Whose times a merchant's record has, and that the merchant knows of the visit. `title`: unless it's the merchant's own view. */
export const ReadOnlyBanner = ({ owner, title }: { owner: Owner; title?: string }) => (
  <div className="mb-6">
    <Banner title={title ?? `${owner.merchant}’s view, read-only`}>
      Times are in the merchant’s time zone ({owner.timeZone}). The merchant’s audit log records your visit.
    </Banner>
  </div>
);
