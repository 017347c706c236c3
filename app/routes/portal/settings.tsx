import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listRolePermissions } from '~/merchants/team/members';
import { useSupportSession } from '~/ui/layout/brand';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { TextLink } from '~/ui/content/text-link';
import { Panel } from '~/ui/layout/panel';
import { requireMerchant } from '../guards';
import { listSettingsGroups } from './settings/settings-pages';

export async function loader({ request }: LoaderFunctionArgs) {
  const { role } = await requireMerchant(request);
  return { permissions: listRolePermissions(role) };
}

export const meta = pageTitle('Settings');

/** All settings in one place, including those on pages of their own. */
export default function SettingsPage() {
  const { permissions } = useLoaderData<typeof loader>();
  const isSupportSession = useSupportSession() !== undefined;
  return (
    <>
      <PageHeader title="Settings" />
      <div className="space-y-6">
        {listSettingsGroups({ permissions, isSupportSession }).map(({ title, items }) => (
          <Panel key={title} title={title}>
            <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 xl:grid-cols-3">
              {items.map(({ to, text, icon: Icon, description }) => (
                <li key={to} className="flex gap-3">
                  <Icon size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
                  <div className="min-w-0">
                    <TextLink to={to}>{text}</TextLink>
                    <p className="mt-0.5 text-sm text-ink-soft">{description}</p>
                  </div>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
    </>
  );
}
