import { Badge } from '~/ui/content/status-badge';
import { ShortTime } from '~/ui/content/time';
import type { LostRequest } from '~/ui/forms/background-post';
import { Button, ButtonLink } from '~/ui/forms/button';
import { LostRequestBanner } from '~/ui/forms/lost-request-banner';
import { fieldNames, type DesignField } from './design-labels';
import type { DesignVersions } from './design-status';
import { editor } from './editor-path';
import { viewField } from './preview/use-live-preview';

type Props = Pick<DesignVersions, 'draft'> & {
  /** With scripts only. Without them, the page doesn't know what has been typed. */
  isUnsaved: boolean;
  isSubmitting: boolean;
  /** Why the form wasn't sent. */
  problem: LostRequest | null;
  isPublished: boolean;
  /** The fields that differ from the published design. */
  changes: readonly DesignField[];
};

/** What is saved and published, and the buttons for it. It stays in view, and the focus stays above it (editor.css). */
export function SaveBar({ isUnsaved, isSubmitting, problem, draft, isPublished, changes }: Props) {
  const same = isPublished ? 'Same as published' : 'Same as the default design';
  return (
    <div className="save-bar">
      <div className="save-bar-problem">
        <LostRequestBanner problem={problem} />
      </div>
      <div role="status" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {isUnsaved ? (
          <Badge tone="caution" text="Unsaved changes" />
        ) : draft ? (
          <>
            <Badge tone="accent" text="Draft saved" />
            <span className="text-ink-soft">
              <ShortTime at={draft.savedAt} /> by {draft.savedBy}
            </span>
          </>
        ) : (
          <Badge tone="positive" text={same} />
        )}
        {changes.length > 0 ? (
          <span className="min-w-0">
            {changes.length === 1 ? '1 unpublished change' : `${changes.length} unpublished changes`}:{' '}
            <span className="font-medium">{listNames(changes)}</span>
          </span>
        ) : (
          (isUnsaved || draft) && <span>{same}</span>
        )}
      </div>
      <label className="design-pane-switch">
        <input type="checkbox" name={viewField('pane')} autoComplete="off" className="sr-only" />
        Preview
      </label>
      <div className="save-bar-buttons">
        {draft ? (
          <ButtonLink to={`${editor}?discard`} variant="quiet" size="small">
            <span>
              Discard <span className="max-sm:sr-only">draft</span>
            </span>
          </ButtonLink>
        ) : (
          isUnsaved && (
            <ButtonLink to={editor} reloadDocument variant="quiet" size="small">
              <span>
                Discard <span className="max-sm:sr-only">changes</span>
              </span>
            </ButtonLink>
          )
        )}
        <Button type="submit" variant="secondary" size="small" pending={isSubmitting}>
          Save draft
        </Button>
        <Button type="submit" name="then" value="publish" size="small" pending={isSubmitting}>
          Review and publish
        </Button>
      </div>
    </div>
  );
}

const maximumNames = 4;

/** "Accent color, Logo, Font, Corners, and 3 more". */
function listNames(fields: readonly DesignField[]): string {
  const more = fields.length - maximumNames;
  const names = fields.slice(0, maximumNames).map((field) => fieldNames[field]);
  return names.join(', ') + (more > 0 ? `, and ${more} more` : '');
}
