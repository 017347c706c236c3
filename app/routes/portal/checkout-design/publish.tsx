import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import {
  findDifferingDesignFields,
  defaultDesign,
  type CheckoutDesign,
} from '~/merchants/checkout-design/checkout-design';
import { retrieveDesigns, publishDesignDraft } from '~/merchants/checkout-design/design-versions';
import { checkDesignContrast, isDesignReadable } from '~/merchants/checkout-design/checkout-theme';
import { pluralize } from '~/platform/text/pluralize';
import { Banner } from '~/ui/layout/banner';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { Form } from '~/ui/forms/form';
import { PageHeader } from '~/ui/layout/page-header';
import { pageTitle } from '~/ui/layout/page-title';
import { SegmentedControl } from '~/ui/forms/segmented-control';
import { Table } from '~/ui/content/table';
import { readForm, textOf } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { describeContrast } from './contrast-labels';
import { editor } from './editor-path';
import { Value } from './value';
import { fieldNames } from './design-labels';
import { PreviewLayout } from './preview/preview-layout';
import { PreviewDevice } from './preview/preview-device';
import { sizeOptions } from './preview/preview-pane';
import { viewField } from './preview/use-live-preview';
import { useSharedScroll } from './preview/use-shared-scroll';
import './editor.css';

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
    warnings: checkDesignContrast(draft.design)
      .filter(({ what, nearest }) => what !== 'button_text' && nearest)
      .map(describeContrast),
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
  return redirect(`${editor}?${done === 'changed' ? 'changed' : 'published'}`);
}

export const meta = pageTitle('Publish checkout');

export default function Publish() {
  const { environment, revision, draft, published, readable, warnings } = useLoaderData<typeof loader>();
  const before = published ?? defaultDesign;
  const differing = findDifferingDesignFields(draft, before);
  return (
    <div className="design-editor">
      {/* Without the choices of the preview, where Enter would publish. */}
      <Form id="publish" method="post" reloadDocument>
        <input type="hidden" name="environment" value={environment} />
        <input type="hidden" name="revision" value={revision} />
      </Form>
      <div className="design-columns">
        <div className="space-y-6">
          <PageHeader
            title="Publish checkout"
            lead={`Payers in the ${environment} environment see the new design right away.`}
          />
          {!readable && (
            <Banner tone="negative" title="This design can’t be published yet">
              The button text wouldn’t be readable. Choose another accent color. The editor suggests the
              closest one that works.
            </Banner>
          )}
          {warnings.map((warning) => (
            <Banner key={warning} tone="caution" title="Check the colors">
              {warning}
            </Banner>
          ))}
          <Panel title={differing.length ? pluralize(differing.length, 'change') : 'No changes'}>
            {differing.length ? (
              <Differences before={before} after={draft} fields={differing} />
            ) : (
              <p>The draft is identical to the {published ? 'published' : 'default'} design.</p>
            )}
          </Panel>
        </div>
        <Comparison />
      </div>
      <div className="save-bar">
        <p className="text-sm text-ink-soft">
          {published ? 'The current design stays in the history.' : 'Payers see the default design now.'}
        </p>
        <div className="save-bar-buttons">
          <ButtonLink to={editor} variant="secondary" size="small">
            Back to the editor
          </ButtonLink>
          {readable && (
            <Button type="submit" form="publish" size="small">
              Publish
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** What payers see now and then, on the chosen device. Narrow pages have room for one at a time. */
function Comparison() {
  const stage = useRef<HTMLDivElement>(null);
  useSharedScroll(stage);
  return (
    <PreviewLayout
      stage={stage}
      controls={
        <>
          <SegmentedControl
            legend="Device"
            name={viewField('size')}
            options={sizeOptions}
            defaultValue="phone"
          />
          <SegmentedControl
            legend="Version"
            name={viewField('version')}
            options={versions}
            defaultValue="draft"
          />
        </>
      }
    >
      {versions.map(({ value, text }) => (
        <PreviewDevice key={value} device="either" version={value} caption={text}>
          <iframe
            src={`${editor}/preview?version=${value}`}
            title={`Checkout preview, ${text.toLowerCase()}`}
            sandbox="allow-same-origin"
          />
        </PreviewDevice>
      ))}
    </PreviewLayout>
  );
}

const versions = [
  { value: 'published', text: 'Now' },
  { value: 'draft', text: 'After publishing' },
];

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
