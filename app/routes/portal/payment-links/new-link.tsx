import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { createPaymentLink } from '~/payments/payment-links/payment-links';
import { currencies, currencyName } from '~/platform/money/currencies';
import { createId } from '~/platform/ids';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../../forms/form-body';
import { rejectForm, renderFormAgain } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { NewLinkForm } from './new-link-form';
import { getRowCount } from './link-fields';
import { readLinkInput, validateLinkInput } from './link-input';

const path = '/payment-links';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { environment } = await requireMerchant(request, 'transactions_change');
  return {
    environment,
    formId: createId('req'),
    currencies: currencies.map((code) => ({ value: code, text: `${code}, ${currencyName(code)}` })),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'transactions_change');
  const form = await readForm(request);
  // A page left open during a switch must not create a link in the other environment.
  if (textOf(form, 'environment') !== environment) return redirect(path);
  const input = readLinkInput(form);
  if (form.has('add_item')) {
    const rows = String(getRowCount({ rows: String(getRowCount(input) + 1) }));
    return renderFormAgain({ initialValue: { ...input, rows } });
  }
  const { terms, errors } = validateLinkInput(input, { environment, timeZone: account.timeZone });
  if (!terms) return rejectForm(context, { initialValue: input, error: errors });
  const operator = `portal:${user.id}` as const;
  const created = await createPaymentLink(
    { accountId: account.id, environment, operator },
    // A form that is submitted twice creates one link.
    { ...terms, externalId: textOf(form, 'form_id') || createId('req') },
    { actor: operator, address: context.clientAddress },
  );
  switch (created.kind) {
    case 'link_host_not_listed':
      return rejectForm(context, {
        initialValue: input,
        error: { redirect_url: ['First, add this host under Developers > Redirect hosts'] },
      });
    case 'link_already_expired':
      return rejectForm(context, {
        initialValue: input,
        error: { expires_on: ['Enter today or a later day'] },
      });
    case 'external_id_conflict':
      return rejectForm(context, {
        initialValue: input,
        error: { '': ['This form has already created a link. Submit it again to create another one'] },
      });
    case 'done':
      return redirect(`${path}/${(JSON.parse(created.body) as { id: string }).id}?created`);
  }
}

export const meta = formTitle('New payment link');

export default function NewPaymentLink() {
  const loaded = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="New payment link"
        lead="You can’t change a link after you create it, but you can deactivate it."
      />
      <NewLinkForm {...loaded} rejected={rejected} />
    </>
  );
}
