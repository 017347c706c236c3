import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeAccountName, isAccountNameOpen } from '~/merchants/applications/account-name';
import { maxStoredLength } from '~/merchants/applications/questions/text-input';
import { Field } from '~/ui/forms/field';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { DocumentForm } from '../../identity/email/document-form';
import { BackToSettings } from './back-to-settings';

const path = '/settings/business-name';
const fields = ['name'];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'settings_manage');
  return {
    name: account.name,
    isOpen: await isAccountNameOpen(account.id),
    saved: new URL(request.url).searchParams.has('saved'),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'settings_manage');
  const name = textOf(await readForm(request), 'name');
  const outcome = await changeAccountName({
    ...{ accountId: account.id, name },
    ...{ userId: user.id, address: context.clientAddress },
  });
  if (typeof outcome === 'object')
    return rejectForm(context, { initialValue: { name }, error: { name: [outcome.fault] } });
  return redirect(outcome === 'changed' ? `${path}?saved` : path);
}

export const meta = formTitle('Business name');

export default function BusinessName() {
  const { name, isOpen, saved } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Business name"
        lead={
          <>
            The name of this account in the portal, in emails, and at the checkout. <BackToSettings />
          </>
        }
      />
      <div className="max-w-3xl space-y-6">
        {saved && !rejected && <Banner tone="positive" title="Saved" announced />}
        <Panel>
          {isOpen ? (
            <DocumentForm fields={fields} submit="Save">
              <Field
                name="name"
                label="Business name"
                hint="When you submit your application, its trading name or legal name replaces this one."
                defaultValue={rejected?.input.name ?? name}
                error={rejected?.errors.name}
                autoComplete="organization"
                maxLength={maxStoredLength}
                required
              />
            </DocumentForm>
          ) : (
            <p>
              <span className="font-medium">{name}</span> is the name in your application. It can’t be changed
              after you submit it.
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}
