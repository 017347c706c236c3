import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { Globe } from 'lucide-react';
import {
  addRedirectHost,
  listRedirectHosts,
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
import { SecondFactorNotice } from './developers/second-factor-notice';
import { AddHost } from './redirect-hosts/add-host';
import { mayConfirmHosts, requireConfirmedForHosts } from './redirect-hosts/host-confirmation';
import { redirectHostMessages } from './redirect-hosts/host-messages';
import { HostTable } from './redirect-hosts/host-table';

const path = '/developers/redirect-hosts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  const { searchParams } = new URL(request.url);
  const done = (['added', 'removed'] as const).find((name) => searchParams.has(name));
  const hosts = await listRedirectHosts(merchant.account.id);
  return {
    mayConfirm: await mayConfirmHosts(merchant),
    hosts,
    removing: hosts.find(({ host }) => host === searchParams.get('remove'))?.host,
    done,
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  await requireConfirmedForHosts(request, merchant);
  const { user, account } = merchant;
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
    ? rejectForm(context, {
        initialValue: { host: hostInput },
        error: { host: [redirectHostMessages[added]] },
      })
    : redirect(`${path}?added`);
}

const factorReason = 'Payers of live payments are redirected to these hosts.';

const removedMessage =
  'New live payment intents can no longer redirect payers there. Existing intents keep their redirect URLs.';

export const meta = formTitle((loaded) =>
  (loaded as { removing?: string } | undefined)?.removing ? 'Remove a redirect host' : 'Redirect hosts',
);

export default function RedirectHosts() {
  const { hosts, mayConfirm, removing, done } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
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
        {mayConfirm ? (
          <RemovalForm
            submitLabel="Remove host"
            action={path}
            name="remove"
            value={removing}
            cancelUrl={path}
          />
        ) : (
          <SecondFactorNotice reason={factorReason} what="remove this host" />
        )}
      </>
    );
  return (
    <>
      <PageHeader
        title="Redirect hosts"
        lead="The hosts payers can return to after a live checkout. The test environment allows any host."
      />
      <div className="space-y-6">
        {done && !rejected && (
          <Banner tone="positive" title={done === 'added' ? 'Host added' : 'Host removed'} announced>
            {done === 'added' ? 'New live payment intents can redirect payers there.' : removedMessage}
          </Banner>
        )}
        <Panel title="Add host">
          {mayConfirm ? (
            <AddHost path={path} rejected={rejected} />
          ) : (
            <SecondFactorNotice reason={factorReason} what="add a host" />
          )}
        </Panel>
        {hosts.length ? (
          <Panel title="Listed hosts">
            <p className="mb-5 max-w-2xl text-ink-soft">
              Only exact matches count. Subdomains aren’t included.
            </p>
            <HostTable path={path} hosts={hosts} />
          </Panel>
        ) : (
          <EmptyState icon={Globe} title="No hosts yet">
            Live payment intents are rejected until you add the hosts of your success and failure URLs.
          </EmptyState>
        )}
      </div>
    </>
  );
}
