import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  findDifferingDesignFields,
  defaultDesign,
  type CheckoutDesign,
} from '~/merchants/checkout-design/checkout-design';
import { retrieveDesigns, publishDesignDraft } from '~/merchants/checkout-design/design-versions';
import { isDesignReadable } from '~/merchants/checkout-design/checkout-theme';
import { Banner } from '~/ui/layout/banner';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Table } from '~/ui/content/table';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { editor } from './editor-path';
import { Value } from './value';
import { fieldNames } from './design-labels';

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'checkout_manage');
  const { draft, published, revision } = await retrieveDesigns({ accountId: account.id, environment });
  if (!draft) return redirect(editor);
  return {
    environment,
    revision,
    draft: draft.design,
    published: published?.design ?? null,
    readable: isDesignReadable(draft.design),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'checkout_manage');
  const form = await readForm(request);
  if (form.get('environment') !== environment) return redirect(editor);
  const done = await publishDesignDraft({
    accountId: account.id,
    environment,
    by: user.id,
    revision: textOf(form, 'revision'),
    address: context.clientAddress,
  });
  if (done === 'unreadable') return redirect(`${editor}/publish`);
  return redirect(`${editor}?${typeof done === 'string' ? 'changed' : 'published'}`);
}

export const meta = pageTitle('Publish checkout');

export default function Publish() {
  const { environment, revision, draft, published, readable } = useLoaderData<typeof loader>();
  const differing = findDifferingDesignFields(draft, published ?? defaultDesign);
  return (
    <>
      <PageHeader
        title="Publish checkout"
        lead={`Payers in the ${environment} environment see the new design right away.`}
      />
      <div className="space-y-6">
        {!readable && (
          <Banner tone="negative" title="This design can’t be published yet">
            The button text wouldn’t be readable. Choose another accent color. The editor suggests the closest
            one that works.
          </Banner>
        )}
        <Panel title="Changes">
          {differing.length ? (
            <Differences before={published ?? defaultDesign} after={draft} fields={differing} />
          ) : (
            <p>None. The draft is identical to the published design.</p>
          )}
        </Panel>
        <Form method="post" reloadDocument className="flex flex-wrap gap-3">
          <input type="hidden" name="environment" value={environment} />
          <input type="hidden" name="revision" value={revision} />
          {readable && <Button type="submit">Publish</Button>}
          <ButtonLink to={editor} variant="secondary">
            Back to the editor
          </ButtonLink>
        </Form>
      </div>
    </>
  );
}

function Differences({
  before,
  after,
  fields,
}: {
  before: CheckoutDesign;
  after: CheckoutDesign;
  fields: (keyof CheckoutDesign)[];
}) {
  return (
    <Table
      caption="Current and new design"
      rows={fields}
      rowKey={(field) => field}
      columns={[
        { title: 'Setting', cell: (field) => <span className="font-medium">{fieldNames[field]}</span> },
        { title: 'Now', cell: (field) => <Value design={before} field={field} /> },
        { title: 'After publishing', cell: (field) => <Value design={after} field={field} /> },
      ]}
    />
  );
}
