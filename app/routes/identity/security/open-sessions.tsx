import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';

/** The way to the list of sessions. */
export function OpenSessions({ path }: { path: string }) {
  return (
    <Panel title="Open sessions">
      <p className="mb-5 max-w-2xl text-ink-soft">
        See each browser in which you are logged in, and end those that you do not know or no longer use.
      </p>
      <ButtonLink to={path} variant="secondary">
        View open sessions
      </ButtonLink>
    </Panel>
  );
}
