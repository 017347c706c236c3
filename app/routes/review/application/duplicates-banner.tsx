import type { ApplicationDuplicate } from '~/merchants/applications/review/duplicates';
import { Banner } from '~/ui/layout/banner';
import { TextLink } from '~/ui/content/text-link';
import { getReviewPath } from '../review-path';
import { reviewStateLabels } from '../review-labels';

const sharedLabels: Record<ApplicationDuplicate['shared'][number], string> = {
  registration_number: 'registration number',
  tax_number: 'tax number',
  bank_account: 'bank account',
  person: 'person',
  document: 'document',
  website: 'website',
  email: 'contact email address',
  phone: 'phone number',
  address: 'address',
  ip_address: 'IP address at registration',
  browser: 'browser at registration',
};

/** That can be legitimate: a person may own two shops. */
export function DuplicatesBanner({ duplicates }: { duplicates: readonly ApplicationDuplicate[] }) {
  if (!duplicates.length) return null;
  return (
    <Banner
      tone="caution"
      title={
        duplicates.length === 1
          ? 'Another application shares details with this one'
          : `${duplicates.length} other applications share details with this one`
      }
    >
      <ul className="space-y-1">
        {duplicates.map(({ applicationId, name, state, isSuspended, shared, rejection }) => (
          <li key={applicationId}>
            <TextLink to={getReviewPath(applicationId)}>{name}</TextLink> (
            {reviewStateLabels[state].text.toLowerCase()}
            {isSuspended && ', suspended'}): same {shared.map((kind) => sharedLabels[kind]).join(', ')}
            {rejection && <span className="block">The reason for the rejection: “{rejection}”</span>}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
