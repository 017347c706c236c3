import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Palette } from 'lucide-react';
import { findDifferingDesignFields, defaultDesign } from '~/merchants/checkout-design/checkout-design';
import {
  retrieveDesigns,
  listedDesigns,
  listPublishedDesigns,
  restoreDesign,
} from '~/merchants/checkout-design/design-versions';
import { readTextParameter } from '~/platform/lists/list-url';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EmptyState } from '~/ui/layout/empty-state';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { Pagination } from '~/ui/content/pagination';
import { Badge } from '~/ui/content/status-badge';
import { Table } from '~/ui/content/table';
import { Time } from '~/ui/content/time';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { editor } from './editor-path';
import { fieldNames } from './design-labels';
import { ReplaceDraft } from './replace-draft';

const historyPath = `${editor}/history`;

export async function loader({ request }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'checkout_manage');
  const owned = { accountId: account.id, environment };
  const { searchParams } = new URL(request.url);
  const before = parseVersion(readTextParameter(searchParams, 'before'));
  const [{ draft, published, revision }, designs] = await Promise.all([
    retrieveDesigns(owned),
    listPublishedDesigns({ ...owned, before }),
  ]);
  const versions = designs.slice(0, listedDesigns).map(({ design, ...version }, i) => ({
    ...version,
    differing: findDifferingDesignFields(design, designs[i + 1]?.design ?? defaultDesign),
  }));
  return {
    environment,
    revision,
    versions,
    current: published?.number,
    draft: draft && { savedBy: draft.savedBy, savedAt: draft.savedAt },
    restoring: draft && published ? parseVersion(readTextParameter(searchParams, 'restore')) : undefined,
    newest: before ? historyPath : null,
    older: designs.length > listedDesigns ? `${historyPath}?before=${versions.at(-1)!.number}` : null,
  };
}

/** Restores an earlier version as the draft. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'checkout_manage');
  const form = await readForm(request);
  if (form.get('environment') !== environment) return redirect(editor);
  const number = parseVersion(textOf(form, 'restore'));
  if (!number) throw new Response('Not found', { status: 404 });
  const done = await restoreDesign({
    accountId: account.id,
    environment,
    number,
    by: user.id,
    revision: textOf(form, 'revision'),
    address: context.clientAddress,
  });
  if (done === 'unknown') throw new Response('Not found', { status: 404 });
  return redirect(`${editor}?${done === 'changed' ? done : 'restored'}`);
}

const parseVersion = (text: string | undefined): number | undefined =>
  text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;

export const meta = pageTitle('Checkout versions');

export default function History() {
  const { environment, revision, versions, current, draft, restoring, newest, older } =
    useLoaderData<typeof loader>();
  if (draft && restoring)
    return (
      <ReplaceDraft
        title={`Replace the draft with version ${restoring}?`}
        draft={draft}
        environment={environment}
        consequence={`Version ${restoring} becomes your draft. Payers see it after you publish it.`}
        submitLabel="Replace draft"
        action={historyPath}
        fields={{ environment, revision, restore: String(restoring) }}
        cancelUrl={historyPath}
      />
    );
  return (
    <>
      <PageHeader
        title="Checkout versions"
        lead={`Every design published in the ${environment} environment. When you restore one, it becomes your draft${draft ? ' and replaces the current one' : ''}. Payers see it after you publish it.`}
        action={
          <ButtonLink to={editor} variant="secondary">
            Back to the editor
          </ButtonLink>
        }
      />
      {versions.length ? (
        <Panel>
          <Table
            caption="Published versions, newest first"
            rows={versions}
            rowKey={({ number }) => String(number)}
            columns={[
              { title: 'Version', cell: ({ number }) => <span className="font-medium">{number}</span> },
              { title: 'Published', cell: ({ publishedAt }) => <Time at={publishedAt} /> },
              { title: 'By', cell: ({ publishedBy }) => publishedBy },
              {
                title: 'Changed',
                cell: ({ differing }) => differing.map((field) => fieldNames[field]).join(', ') || 'Nothing',
              },
              {
                title: 'Action',
                align: 'right',
                cell: ({ number }) =>
                  number === current ? (
                    <Badge tone="positive" text="Payers see it" />
                  ) : draft ? (
                    <ButtonLink to={`${historyPath}?restore=${number}`} variant="secondary" size="small">
                      Restore <span className="sr-only">version {number}</span>
                    </ButtonLink>
                  ) : (
                    <Restore {...{ environment, revision, number }} />
                  ),
              },
            ]}
          />
        </Panel>
      ) : (
        <EmptyState icon={Palette} title={newest ? 'No older versions' : 'Nothing is published yet'}>
          {newest ? 'You’ve reached the end of the list.' : 'Every version you publish is listed here.'}
        </EmptyState>
      )}
      <Pagination newest={newest} older={older} />
    </>
  );
}

function Restore({
  environment,
  revision,
  number,
}: {
  environment: string;
  revision: string;
  number: number;
}) {
  return (
    <Form method="post" reloadDocument>
      <input type="hidden" name="environment" value={environment} />
      <input type="hidden" name="revision" value={revision} />
      <Button type="submit" variant="secondary" size="small" name="restore" value={number}>
        Restore <span className="sr-only">version {number}</span>
      </Button>
    </Form>
  );
}
