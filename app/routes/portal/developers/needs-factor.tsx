import { TextLink } from '~/ui/text-link';

/** In live a change to the credentials takes a second factor, which this person has not set up yet. */
export function NeedsFactor({ what }: { what: string }) {
  return (
    <p className="max-w-2xl">
      Live credentials move real money. Before you {what}, <TextLink to="/security">set up a second factor</TextLink> for your login.
    </p>
  );
}
