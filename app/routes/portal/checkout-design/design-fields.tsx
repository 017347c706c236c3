import { maxCompanyInfoLength, maxCompanyNameLength } from '~/merchants/checkout-design/checkout-design';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { Field } from '~/ui/forms/field';
import { SelectField } from '~/ui/forms/select-field';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { FoldedPanel } from '~/ui/layout/folded-panel';
import { Colors } from './colors';
import { LogoField } from './logo-field';
import type { DesignInput } from './design-input';
import { fieldNames, listOptions } from './design-labels';

type Props = {
  isTest: boolean;
  input: DesignInput;
  errors: Record<string, string[] | undefined>;
  /** Called when a button changes a field, because the form fires no event for that. */
  onChange: () => void;
  onLogoChosen: () => void;
};

/** All fields, in sections that can be folded. */
export function DesignFields({ isTest, input, errors, onChange, onLogoChosen }: Props) {
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
    <div className="space-y-4">
      <FoldedPanel id="appearance" title="Appearance" open>
        <div className="space-y-5 text-base">
          <Colors accent={input.accent} background={input.background} errors={errors} onTaken={onChange} />
          <LogoField logoId={input.logoId} error={errors.logo} onChosen={onLogoChosen} />
          <SelectField {...select('font')} />
          <SelectField {...select('corners')} />
          <SelectField {...select('layout')} hint="On phones, the order is always above the card." />
        </div>
      </FoldedPanel>
      <FoldedPanel id="company" title="Company" open>
        <div className="space-y-5 text-base">
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
      </FoldedPanel>
      <FoldedPanel id="links" title="Links" open>
        <div className="space-y-5 text-base">
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
      </FoldedPanel>
      <FoldedPanel id="behavior" title="Behavior" open>
        <div className="space-y-5 text-base">
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
          {isTest && (
            <p className="text-sm text-ink-soft">Test receipts are sent only to members of your team.</p>
          )}
        </div>
      </FoldedPanel>
    </div>
  );
}
