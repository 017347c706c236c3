import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { acquirerLabels, processors } from '~/acquirers/acquirer-names';
import { listConnectionFields } from '~/acquirers/connection-fields';
import { buildWebhookUrl } from '~/payments/connections/connection-list';
import { proposeConnection } from '~/payments/connections/connection-setup';
import { environments } from '~/platform/environment';
import { createId, isId } from '~/platform/ids';
import { TextLink } from '~/ui/content/text-link';
import { Button } from '~/ui/forms/button';
import { RadioField } from '~/ui/forms/radio-field';
import { PageHeader } from '~/ui/layout/page-header';
import { Panel } from '~/ui/layout/panel';
import { readForm } from '../../forms/form-body';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmed, requireStaff } from '../../guards';
import { ConnectionForm } from './connection-form';
import { accountNotFound, acquirerAccountInUse, parseConnectionForm } from './connection-input';

const path = '/staff/connections/new';

/** The acquirer and environment chosen on the first page, and the ID that's already in the webhook address. */
function readChoice(request: Request) {
  const query = new URL(request.url).searchParams;
  const acquirer = processors.find((name) => name === query.get('acquirer'));
  const environment = environments.find((name) => name === query.get('environment'));
  const id = query.get('id') ?? '';
  return acquirer && environment && isId('con', id) ? { id, acquirer, environment } : null;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff);
  const choice = readChoice(request);
  return {
    rejected: context.formRejected ?? false,
    newId: createId('con'),
    choice: choice && {
      ...choice,
      webhookUrl: buildWebhookUrl(choice.id),
      fields: listConnectionFields(choice.acquirer, choice.environment).map(
        ({ findProblem: _, ...field }) => field,
      ),
    },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const staff = await requireStaff(request, 'connections_manage');
  await requireConfirmed(request, staff, { secretForm: true });
  const choice = readChoice(request);
  if (!choice) return redirect(path);
  const form = parseConnectionForm(await readForm(request), choice);
  if (form.status === 'error') return rejectForm(context, form.reply());
  const { id, acquirer, environment } = choice;
  const outcome = await proposeConnection({
    ...form.value,
    ...{ id, processor: acquirer, environment },
    ...{ by: staff.user.id, address: context.clientAddress },
  });
  if (outcome === 'account_not_found') return rejectForm(context, form.reply(accountNotFound));
  if (outcome === 'acquirer_account_in_use')
    return rejectForm(context, form.reply(acquirerAccountInUse(acquirer, environment)));
  if (outcome === 'exists')
    return rejectForm(
      context,
      form.reply({}, ['This form was already submitted. Open the list to see the connection']),
      { status: 409 },
    );
  return redirect(`/staff/connections/${id}?done=proposed`);
}

export const meta = formTitle('Add connection');

export default function NewConnection() {
  const { choice, newId } = useLoaderData<typeof loader>();
  if (!choice) return <ChoicePage newId={newId} />;
  const { acquirer, environment, fields, webhookUrl } = choice;
  return (
    <>
      <PageHeader
        title={`Connect ${acquirerLabels[acquirer]} in ${environment}`}
        lead="Another admin approves the connection before it takes payments."
      />
      <ConnectionForm
        processor={acquirer}
        fields={fields}
        webhookUrl={webhookUrl}
        submit="Save connection"
        cancelUrl="/staff/connections"
      />
    </>
  );
}

const environmentOptions = [
  { value: 'test', text: 'Test', hint: 'A sandbox of the acquirer. No real money moves.' },
  { value: 'live', text: 'Live', hint: 'Real payments.' },
];

function ChoicePage({ newId }: { newId: string }) {
  return (
    <>
      <PageHeader
        title="Add connection"
        lead="You need an account at the acquirer, and its permission to send card numbers."
      />
      <Panel className="max-w-2xl">
        <Form method="get" action={path} className="space-y-6">
          <input type="hidden" name="id" value={newId} />
          <RadioField
            name="acquirer"
            label="Acquirer"
            defaultValue={processors[0]}
            options={processors.map((value) => ({ value, text: acquirerLabels[value] }))}
          />
          <RadioField
            name="environment"
            label="Environment"
            defaultValue="test"
            options={environmentOptions}
          />
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button type="submit">Continue</Button>
            <TextLink to="/staff/connections">Cancel</TextLink>
          </div>
        </Form>
      </Panel>
    </>
  );
}
