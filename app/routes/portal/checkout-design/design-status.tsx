import {
  findDifferingDesignFields,
  defaultDesign,
  type CheckoutDesign,
} from '~/merchants/checkout-design/checkout-design';
import { Button, ButtonLink } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { editor } from './editor-path';
import { fieldNames } from './design-labels';

type Published = { design: CheckoutDesign; number: number; publishedBy: string; publishedAt: Date | string };
type Draft = { design: CheckoutDesign; savedBy: string; savedAt: Date | string };

type Props = {
  environment: string;
  revision: string;
  draft: Draft | null;
  published: Published | null;
  copy?: { revision: string; text: string };
};

/** What payers see, what waits to be published, and the ways between them. */
export function DesignStatus({ environment, revision, draft, published, copy }: Props) {
  const differing = draft ? findDifferingDesignFields(draft.design, published?.design ?? defaultDesign) : [];
  return (
    <div className="mb-8 flex flex-wrap items-start justify-between gap-x-8 gap-y-4 rounded-xl border border-line bg-surface p-5 shadow-card">
      <div className="min-w-0 flex-1 basis-80 space-y-1.5">
        <p>
          {published ? (
            <>
              Payers see <strong className="font-semibold">version {published.number}</strong>, published by{' '}
              {published.publishedBy}, <Time at={published.publishedAt} />.{' '}
              <TextLink to={`${editor}/history`}>History</TextLink>
            </>
          ) : (
            'Payers see the default checkout. You haven’t published a design yet.'
          )}
        </p>
        {draft && (
          <p className="text-ink-soft">
            Draft saved by {draft.savedBy}, <Time at={draft.savedAt} />.{' '}
            {differing.length
              ? `Different: ${differing.map((field) => fieldNames[field].toLowerCase()).join(', ')}.`
              : 'It’s identical to the published design.'}
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {draft && (
          <>
            <ButtonLink to={`${editor}/publish`} size="small">
              Review and publish
            </ButtonLink>
            <Form method="post" action={editor} reloadDocument encType="multipart/form-data">
              <input type="hidden" name="environment" value={environment} />
              <input type="hidden" name="revision" value={revision} />
              <Button type="submit" name="discard" value="draft" variant="secondary" size="small">
                Discard draft
              </Button>
            </Form>
          </>
        )}
        {copy && <CopyToLive revision={copy.revision}>{copy.text}</CopyToLive>}
      </div>
    </div>
  );
}

/** Makes what is published in test the draft of live. */
export function CopyToLive({ revision, children }: { revision: string; children: string }) {
  return (
    <Form method="post" action={`${editor}/copy`} reloadDocument>
      <input type="hidden" name="revision" value={revision} />
      <Button type="submit" variant="secondary" size="small">
        {children}
      </Button>
    </Form>
  );
}
