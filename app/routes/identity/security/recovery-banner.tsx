import { Banner } from '~/ui/layout/banner';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { areaPaths } from '../areas';

/**
 * Above every page of a person with a running recovery, except the one that stops it: the only person who can
 * stop it may be on any page.
 */
export function RecoveryBanner({ takesEffectAt }: { takesEffectAt: Date | string }) {
  return (
    <div className="mb-6">
      <Banner tone="caution" title="Login recovery without a second factor is in progress">
        The second factor is removed on <Time at={takesEffectAt} />.{' '}
        <TextLink to={areaPaths.portal.recovery}>If this wasn’t you, stop it</TextLink>
      </Banner>
    </div>
  );
}
