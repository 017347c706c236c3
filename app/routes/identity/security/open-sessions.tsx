import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';

/** The link to the list of sessions. */
export function OpenSessions({ path }: { path: string }) {
  return (
    <Panel title="Open sessions">
      <p className="mb-5 max-w-2xl text-ink-soft">
        View every browser you’re logged in with, and end sessions you don’t recognize or no longer use.
      </p>
      <ButtonLink to={path} variant="secondary">
        View open sessions
      </ButtonLink>
    </Panel>
  );
}
