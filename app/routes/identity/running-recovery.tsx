import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { cancelRecovery } from '~/identity/factor-recovery';
import { findRecovery } from '~/identity/running-recovery';
import { Card } from '~/ui/card';
import { DescriptionList } from '~/ui/description-list';
import { PageHeader } from '~/ui/page-header';
import { pageTitle } from '~/ui/page-title';
import { Time } from '~/ui/time';
import { requirePerson } from '../guards';
import { areaPaths } from './areas';
import { DocumentForm } from './document-form';
import { BackToSecurity } from './security/back-to-security';

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

export const meta = pageTitle('Recovery of your login');

export default function RunningRecovery() {
  const { running, security } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Recovery of your login" lead={<BackToSecurity to={security} />} />
      {running ? (
        <Card className="max-w-xl">
          <p className="mb-5">
            Somebody who knows your password said that app, passkeys and recovery codes are lost. If that was
            not you, stop it and choose a new password.
          </p>
          <DescriptionList
            facts={[
              ['Begun', <Time key="begun" at={running.begunAt} />],
              ['The second factor is taken off', <Time key="end" at={running.takesEffectAt} />],
            ]}
          />
          <div className="mt-6">
            <DocumentForm fields={fields} submit="Stop the recovery" />
          </div>
        </Card>
      ) : (
        <p>None is running.</p>
      )}
    </>
  );
}
