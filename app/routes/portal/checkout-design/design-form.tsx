import { useMemo, useRef } from 'react';
import { maxCompanyInfoLength, maxCompanyNameLength } from '~/merchants/checkout-design/checkout-design';
import { Button } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { ErrorSummary } from '~/ui/forms/error-summary';
import { Field } from '~/ui/forms/field';
import { Form } from '~/ui/forms/form';
import { SelectField } from '~/ui/forms/select-field';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { toErrorSummary, type RejectedForm } from '../../forms/rejected-form';
import { Colors } from './colors';
import { editor } from './editor-path';
import { LogoField } from './logo-field';
import { PreviewPane } from './preview-pane';
import type { DesignInput } from './design-input';
import { useLivePreview } from './use-live-preview';
import { fieldNames, listOptions } from './design-labels';

type Props = {
  environment: string;
  revision: string;
  input: DesignInput;
  rejected: RejectedForm | undefined;
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

/** One form for everything, so that no button loses input. */
export function DesignForm({ environment, revision, input, rejected }: Props) {
  const errors = rejected?.errors ?? {};
  const summary = useMemo(() => toErrorSummary(rejected, order), [rejected]);
  const { button, live, refresh } = useLivePreview({ unsaved: rejected !== undefined });
  const save = useRef<HTMLButtonElement>(null);
  const text = (name: keyof DesignInput) => ({
    name,
    label: fieldNames[name],
    defaultValue: input[name],
    error: errors[name],
    optional: true,
  });
  const select = (name: 'font' | 'corners' | 'layout' | 'payWord' | 'language') => ({
    name,
    label: fieldNames[name],
    defaultValue: input[name],
    error: errors[name],
    options: listOptions(name),
  });
  return (
    <Form
      method="post"
      reloadDocument
      action={editor}
      encType="multipart/form-data"
      noValidate
      onInput={(event) => (event.target as HTMLInputElement).type !== 'file' && refresh()}
      className="grid items-start gap-8 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]"
    >
      <div className="min-w-0 space-y-6">
        {/* The form's first button is the one that the Enter key presses. */}
        <button ref={save} type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />
        <ErrorSummary errors={summary} />
        <input type="hidden" name="environment" value={environment} />
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="logoId" value={input.logoId} />
        <Panel title="Appearance">
          <div className="space-y-5">
            <Colors accent={input.accent} background={input.background} errors={errors} onTaken={refresh} />
            <LogoField
              logoId={input.logoId}
              error={errors.logo}
              onChosen={() => save.current?.form?.requestSubmit(save.current)}
            />
            <SelectField {...select('font')} />
            <SelectField {...select('corners')} />
            <SelectField {...select('layout')} hint="On phones, the order is always above the card." />
          </div>
        </Panel>
        <Panel title="Company">
          <div className="space-y-5">
            <Field
              {...text('companyName')}
              hint="The name your payers know. Leave empty to use your account name."
              maxLength={maxCompanyNameLength}
              autoComplete="organization"
            />
            <TextAreaField
              {...text('companyInfo')}
              hint="For example, your legal name and registered address. Up to 6 lines."
              rows={4}
              maxLength={maxCompanyInfoLength}
            />
            <Field
              {...text('supportEmail')}
              hint="Where payers can send questions."
              type="email"
              autoComplete="off"
            />
            <Field
              {...text('supportPhone')}
              hint="With country code, for example +49 30 901820."
              type="tel"
              autoComplete="off"
            />
          </div>
        </Panel>
        <Panel title="Links">
          <div className="space-y-5">
            {(['supportUrl', 'termsUrl', 'privacyUrl'] as const).map((name) => (
              <Field
                key={name}
                {...text(name)}
                hint="Starts with https://"
                type="url"
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
            ))}
          </div>
        </Panel>
        <Panel title="Behavior">
          <div className="space-y-5">
            <SelectField {...select('payWord')} hint="The amount is added after the text." />
            <SelectField
              {...select('language')}
              hint="Used when the checkout isn’t available in the payer’s language."
            />
            <CheckboxField
              name="receipts"
              label="Email receipts to payers whose address is known"
              defaultChecked={input.receipts === 'on'}
              error={errors.receipts}
            />
          </div>
        </Panel>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="secondary">
            Save draft
          </Button>
          <Button type="submit" name="then" value="publish">
            Save and review before publishing
          </Button>
        </div>
      </div>
      <PreviewPane ref={button} path={`${editor}/preview`} live={live} unsaved={rejected !== undefined} />
    </Form>
  );
}
