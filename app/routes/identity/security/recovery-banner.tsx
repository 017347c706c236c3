import { Banner } from '~/ui/layout/banner';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { areaPaths } from '../areas';

/** Above every page of somebody whose login is being recovered, but the one that stops it: the one person who can may be looking at any of them. */
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
