import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { z } from 'zod';
import { changeUserName } from '~/identity/users/name-change';
import { personName } from '~/identity/users/person-name';
import { maxPersonNameLength } from '~/identity/users/text-limits';
import { Panel } from '~/ui/layout/panel';
import { Field } from '~/ui/forms/field';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm } from '../forms/form-body';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requirePerson } from '../guards';
import { parseForm } from '../forms/parse-form';
import { areaPaths } from './areas';
import { DocumentForm } from './email/document-form';
import { BackToSecurity } from './security/back-to-security';

const fields = ['name'];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, area } = await requirePerson(request);
  return { name: user.name, security: areaPaths[area].security, rejected: context.formRejected ?? false };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, area } = await requirePerson(request);
  const form = parseForm(await readForm(request), z.object({ name: personName }));
  if (form.status !== 'success') return rejectForm(context, form.reply());
  await changeUserName({
    userId: user.id,
    actor: `${area}:${user.id}`,
    address: context.clientAddress,
    name: form.value.name,
  });
  return redirect(`${areaPaths[area].security}?name`);
}

export const meta = formTitle('Change your name');

export default function ChangeName() {
  const { name, security } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Change your name"
        lead={
          <>
            Your colleagues see this name. <BackToSecurity to={security} />
          </>
        }
      />
      <Panel className="max-w-xl">
        <DocumentForm fields={fields} submit="Change name">
          <Field
            name="name"
            label="Your name"
            defaultValue={rejected?.input.name ?? name}
            error={rejected?.errors.name}
            autoComplete="name"
            maxLength={maxPersonNameLength}
            required
          />
        </DocumentForm>
      </Panel>
    </>
  );
}
