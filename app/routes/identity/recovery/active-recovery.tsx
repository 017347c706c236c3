import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { cancelRecovery } from '~/identity/recovery/second-factor-recovery';
import { findRecovery } from '~/identity/recovery/active-recovery';
import { Panel } from '~/ui/layout/panel';
import { DescriptionList } from '~/ui/content/description-list';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Time } from '~/ui/content/time';
import { requirePerson } from '../../guards';
import { areaPaths } from '../areas';
import { DocumentForm } from '../email/document-form';
import { BackToSecurity } from '../security/back-to-security';

const fields = [] as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  return { running: await findRecovery(user.id), security: areaPaths[area].security };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, area } = await requirePerson(request);
  await cancelRecovery({ userId: user.id, actor: `${area}:${user.id}`, address: context.clientAddress });
  return redirect(`${areaPaths[area].security}?recoveryStopped`);
}

export const meta = pageTitle('Login recovery');

export default function ActiveRecovery() {
  const { running, security } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Login recovery" lead={<BackToSecurity to={security} />} />
      {running ? (
        <Panel className="max-w-xl">
          <p className="mb-5">
            Someone who knows your password reported that your authenticator app, passkeys, and recovery codes
            are lost. If it wasn’t you, stop the recovery and choose a new password.
          </p>
          <DescriptionList
            items={[
              ['Started', <Time key="begun" at={running.startedAt} />],
              ['Second factor removed on', <Time key="end" at={running.takesEffectAt} />],
            ]}
          />
          <div className="mt-6">
            <DocumentForm fields={fields} submit="Stop the recovery" />
          </div>
        </Panel>
      ) : (
        <p>No recovery is in progress.</p>
      )}
    </>
  );
}
