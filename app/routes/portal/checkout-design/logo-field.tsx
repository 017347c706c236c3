import { useState, type ChangeEvent } from 'react';
import { maxLogoBytes } from '~/merchants/checkout-design/checkout-design';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { Field } from '~/ui/forms/field';
import { logoMessages } from './design-labels';

type Props = { logoId: string; error: string[] | undefined; onChosen: () => void };

/**
 * The current logo and a file input. With scripts, a chosen file is uploaded at once with the rest of the
 * form, unless it's too large.
 */
export function LogoField({ logoId, error, onChosen }: Props) {
  const [tooLarge, setTooLarge] = useState('');
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const fits = !target.files?.length || target.files[0]!.size <= maxLogoBytes;
    setTooLarge(fits ? '' : logoMessages.too_large);
    if (!fits) target.value = '';
    else if (target.files?.length) onChosen();
  };
  return (
    <div className="space-y-2">
      {logoId && (
        <img
          src={`/logos/${logoId}.png`}
          alt="Your current logo"
          className="h-12 w-auto max-w-full rounded-md border border-line bg-surface object-contain p-1"
        />
      )}
      <Field
        name="logo"
        type="file"
        label={logoId ? 'Choose another logo' : 'Logo'}
        optional
        hint="PNG, JPEG, or SVG, up to 2 MB. It appears above your name, 48 pixels high. Choosing a logo saves your draft."
        accept="image/png,image/jpeg,image/svg+xml"
        error={tooLarge || error}
        onChange={choose}
      />
      <p role="status" className="sr-only">
        {tooLarge}
      </p>
      {logoId && <CheckboxField name="removeLogo" label="Remove logo" />}
    </div>
  );
}
