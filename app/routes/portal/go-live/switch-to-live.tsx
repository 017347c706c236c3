import { Button } from '~/ui/forms/button';
import { EnvironmentForm } from '~/ui/shell/environment-form';

/** A button that opens a page in the live environment. */
export function SwitchToLive({ path, children }: { path: string; children: string }) {
  return (
    <EnvironmentForm returnTo={path}>
      <Button type="submit" variant="secondary" size="small" name="environment" value="live">
        {children}
      </Button>
    </EnvironmentForm>
  );
}
