import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Globe } from 'lucide-react';
import {
  addRedirectHost,
  listRedirectHosts,
  maxRedirectHosts,
  removeRedirectHost,
} from '~/merchants/redirect-hosts/redirect-hosts';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { RemovalForm } from '~/ui/forms/removal-form';
import { EmptyState } from '~/ui/layout/empty-state';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../forms/form-body';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireMerchant } from '../guards';
import { AddHost } from './redirect-hosts/add-host';
import { HostTable } from './redirect-hosts/host-table';

const path = '/developers/redirect-hosts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'credentials_manage');
  const { searchParams } = new URL(request.url);
  const done = (['added', 'removed'] as const).find((name) => searchParams.has(name));
  const hosts = await listRedirectHosts(account.id);
  return {
    hosts,
    removing: hosts.find(({ host }) => host === searchParams.get('remove'))?.host,
    done,
    refused: context.formRejected ?? false,
  };
}

const flashMessage = {
  missing: 'Enter a host, such as shop.example',
  not_https: 'Enter a host, or an address that begins with https://: payers are sent nowhere else in live',
  user_name: 'Leave out the user name: a host has no @',
  wildcard: 'List each host by its name: a * does not stand for any',
  ip_address: 'Enter a name, such as shop.example: IP addresses are not taken',
  not_a_host: 'This is no host. Enter one such as shop.example or shop.example:8443',
  too_many_hosts: `The list is full: it takes ${maxRedirectHosts} hosts. Remove one that you no longer need`,
};

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'credentials_manage');
  const form = await readForm(request);
  if (form.has('remove')) {
    await removeRedirectHost({
      accountId: account.id,
      host: textOf(form, 'remove'),
      removedBy: user.id,
      address: context.clientAddress,
    });
    return redirect(`${path}?removed`);
  }
  const hostInput = textOf(form, 'host');
  const added = await addRedirectHost({
    accountId: account.id,
    hostInput,
    createdBy: user.id,
    address: context.clientAddress,
  });
  return typeof added === 'string'
    ? rejectForm(context, { initialValue: { host: hostInput }, error: { host: [flashMessage[added]] } })
    : redirect(`${path}?added`);
}

const removedMessage =
  'New payment intents in live may not send payers there. Those already created keep their addresses.';

export const meta = formTitle((loaded) =>
  (loaded as { removing?: string } | undefined)?.removing ? 'Remove a redirect host' : 'Redirect hosts',
);

export default function RedirectHosts() {
  const { hosts, removing, done } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  if (removing)
    return (
      <>
        <PageHeader
          title={
            <>
              Remove <span className="break-all">{removing}</span>?
            </>
          }
          lead={removedMessage}
        />
        <RemovalForm
          submitLabel="Remove the host"
          action={path}
          name="remove"
          value={removing}
          cancelUrl={path}
        />
      </>
    );
  return (
    <>
      <PageHeader
        title="Redirect hosts"
        lead="Where payers may be sent after the checkout in live. The test environment takes any host."
      />
      <div className="space-y-6">
        {done && !refused && (
          <Banner
            tone="positive"
            title={done === 'added' ? 'The host is listed' : 'The host is removed'}
            announced
          >
            {done === 'added' ? 'New payment intents in live may send payers there.' : removedMessage}
          </Banner>
        )}
        <Panel title="Add a host">
          <AddHost path={path} refused={refused} />
        </Panel>
        {hosts.length ? (
          <Panel title="Listed hosts">
            <p className="mb-5 max-w-2xl text-ink-soft">
              Only these exact hosts count, not those below them.
            </p>
            <HostTable path={path} hosts={hosts} />
          </Panel>
        ) : (
          <EmptyState icon={Globe} title="No host is listed yet">
            Until the hosts of your success and failure addresses stand here, payment intents in live are
            refused.
          </EmptyState>
        )}
      </div>
    </>
  );
}
