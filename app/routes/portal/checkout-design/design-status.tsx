import type { CheckoutDesign } from '~/merchants/checkout-design/checkout-design';
import { Button } from '~/ui/forms/button';
import { Form } from '~/ui/forms/form';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { editor } from './editor-path';

export type DesignVersions = {
  draft: { design: CheckoutDesign; savedBy: string; savedAt: Date | string } | null;
  published: {
    design: CheckoutDesign;
    number: number;
    publishedBy: string;
    publishedAt: Date | string;
  } | null;
};

/** What payers see. */
export function DesignStatus({ published }: Pick<DesignVersions, 'published'>) {
  return (
    <p className="text-sm">
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
  );
}

const copyForm = 'copy-to-live';

/** Makes what is published in test the draft of live. */
export function CopyToLive({ revision, children }: { revision: string; children?: string }) {
  return (
    <Form id={copyForm} method="post" action={`${editor}/copy`} reloadDocument>
      <input type="hidden" name="revision" value={revision} />
      {children && <CopyToLiveButton>{children}</CopyToLiveButton>}
    </Form>
  );
}

/** It may be inside another form, and {@link CopyToLive} elsewhere on the page. */
export function CopyToLiveButton({ children }: { children: string }) {
  return (
    <Button type="submit" form={copyForm} variant="secondary" size="small">
      {children}
    </Button>
  );
}
