import { RemovalForm } from '~/ui/forms/removal-form';
import { Time } from '~/ui/content/time';
import { PageHeader } from '~/ui/layout/page-header';
import type { DesignVersions } from './design-status';
import { editor } from './editor-path';

type Props = {
  draft: Pick<NonNullable<DesignVersions['draft']>, 'savedBy' | 'savedAt'>;
  environment: string;
  title: string;
  /** What happens besides the deletion of the draft. */
  consequence: string;
  submitLabel: string;
  action: string;
  /** With the revision of the draft's environment. */
  fields: Record<string, string>;
  cancelUrl?: string;
};

/** Asks before a draft is lost, because nothing can bring it back. */
export function ReplaceDraft({ draft, environment, title, consequence, cancelUrl = editor, ...form }: Props) {
  return (
    <>
      <PageHeader
        title={title}
        lead={
          <>
            This deletes the draft in {environment} that {draft.savedBy} saved on <Time at={draft.savedAt} />.{' '}
            {consequence}
          </>
        }
      />
      <RemovalForm cancelUrl={cancelUrl} {...form} />
    </>
  );
}
