import { useEffect, useRef, useState, type ReactNode } from 'react';
import { defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { parseColor } from '~/merchants/checkout-design/color-contrast';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Form } from '~/ui/forms/form';
import { useCheckedSubmit } from '~/ui/forms/use-checked-submit';
import { useSubmitting } from '~/ui/forms/use-submitting';
import { useUnsavedWarning } from '~/ui/forms/use-unsaved-warning';
import { useErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { DesignFields } from './design-fields';
import { findDifferingInput, readDesignInput, toDesignInput, type DesignInput } from './design-input';
import type { DesignVersions } from './design-status';
import { editor } from './editor-path';
import { PreviewPane } from './preview/preview-pane';
import { useLivePreview } from './preview/use-live-preview';
import { SaveBar } from './save-bar';
import { useRememberedView } from './use-remembered-view';
import './editor.css';

type Props = DesignVersions & {
  environment: string;
  revision: string;
  rejected: RejectedForm | undefined;
  /** Above the fields. */
  children: ReactNode;
};

const order = [
  'accent',
  'background',
  'logo',
  'font',
  'corners',
  'layout',
  'companyName',
  'companyInfo',
  'supportEmail',
  'supportPhone',
  'supportUrl',
  'termsUrl',
  'privacyUrl',
  'payWord',
  'language',
  'receipts',
];

/** The fields, the preview, and the buttons in one form, so that no button loses input. */
export function DesignForm({ environment, revision, draft, published, rejected, children }: Props) {
  const summary = useErrorSummary(rejected, order);
  const form = useRef<HTMLFormElement>(null);
  const save = useRef<HTMLButtonElement>(null);
  const publishedInput = toDesignInput(published?.design ?? defaultDesign);
  const savedInput = draft ? toDesignInput(draft.design) : publishedInput;
  const initialInput = rejected ? (rejected.input as DesignInput) : savedInput;
  const [input, setInput] = useState(initialInput);
  const isUnsaved = findDifferingInput(input, savedInput).length > 0;
  // Text may have been entered before the scripts ran.
  const [wasEnteredEarly, setEnteredEarly] = useState(false);
  useEffect(() => {
    const entered = readDesignInput(new FormData(form.current!));
    setInput(entered);
    setEnteredEarly(findDifferingInput(entered, initialInput).length > 0);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);
  const { problem, isSending, onSubmit } = useCheckedSubmit();
  const [isSubmitting, markSubmitting] = useSubmitting();
  useUnsavedWarning(() => isUnsaved && !isSending());
  const { live, pages, refresh } = useLivePreview(form, {
    unsaved: rejected !== undefined || wasEnteredEarly,
  });
  useRememberedView(form, refresh);
  const noteChange = (delayMs?: number) => {
    setInput(readDesignInput(new FormData(form.current!)));
    refresh(delayMs);
  };
  return (
    <Form
      ref={form}
      method="post"
      reloadDocument
      action={editor}
      encType="multipart/form-data"
      noValidate
      // Choices apply at once, and text when the person pauses.
      onInput={({ target }) =>
        noteChange((target as Element).matches('select, [type=radio], [type=checkbox]') ? 0 : undefined)
      }
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter?.hasAttribute('formtarget')) return;
        onSubmit(event);
        if (!event.isDefaultPrevented()) markSubmitting();
      }}
      className="design-editor"
    >
      {/* The form's first button is the one that the Enter key presses. */}
      <button ref={save} type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <input type="hidden" name="environment" value={environment} />
      <input type="hidden" name="revision" value={rejected?.input.revision ?? revision} />
      <input type="hidden" name="logoId" value={initialInput.logoId} />
      <div className="design-columns">
        <div className="design-settings">
          {children}
          <ErrorSummary errors={summary} />
          <DesignFields
            isTest={environment === 'test'}
            input={initialInput}
            errors={rejected?.errors ?? {}}
            onChange={noteChange}
            onLogoChosen={() => form.current?.requestSubmit(save.current)}
          />
        </div>
        <PreviewPane
          live={live}
          pages={pages}
          unsaved={rejected !== undefined}
          followsScheme={!parseColor(input.background)}
        />
      </div>
      <SaveBar
        isUnsaved={isUnsaved}
        isSubmitting={isSubmitting}
        problem={problem}
        draft={draft}
        isPublished={published !== null}
        changes={findDifferingInput(input, publishedInput)}
      />
    </Form>
  );
}
