import { forwardRef } from 'react';
import { getButtonClass } from '~/ui/forms/button';
import { useFormContextUrl } from '~/ui/forms/form';
import { states } from './sample';

const frame = 'preview';

/**
 * The payers' page with the form's current values, in a frame that the form is submitted to. The switches are
 * fields of the form, except the width, which is only a style.
 * @param ref the button that updates the preview, for scripts to press
 */
export const PreviewPane = forwardRef<HTMLButtonElement, { path: string; live: boolean; unsaved: boolean }>(
  function PreviewPane({ path, live, unsaved }, button) {
    const noted = useFormContextUrl();
    return (
      <section aria-labelledby="preview-title" className="group/preview min-w-0 space-y-3 lg:sticky lg:top-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="preview-title" className="text-lg font-semibold tracking-tight">
            Preview
          </h2>
          <button
            ref={button}
            type="submit"
            formAction={noted(path)}
            formTarget={frame}
            hidden={live}
            className={live ? undefined : getButtonClass({ variant: 'secondary', size: 'small' })}
          >
            Update preview
          </button>
        </div>
        {unsaved && !live && (
          <p className="text-sm">
            This preview shows the last saved design. Select “Update preview” to see your changes.
          </p>
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Switch
            legend="Width"
            name="width"
            options={{ desktop: 'Desktop', phone: 'Phone' }}
            usual="desktop"
          />
          <Switch legend="State" name="state" options={states} usual="empty" />
        </div>
        <div className="@container overflow-hidden rounded-xl border border-line-strong bg-sunken group-has-[[value=desktop]:checked]/preview:aspect-[1280/1000]">
          {/* A desktop page, scaled down: CSS can divide one width by another only by way of an angle. */}
          <iframe
            name={frame}
            src={path}
            title="Checkout preview"
            sandbox="allow-same-origin"
            className="mx-auto block h-[780px] w-[390px] max-w-full group-has-[[value=desktop]:checked]/preview:mx-0 group-has-[[value=desktop]:checked]/preview:h-[1000px] group-has-[[value=desktop]:checked]/preview:w-[1280px] group-has-[[value=desktop]:checked]/preview:max-w-none group-has-[[value=desktop]:checked]/preview:origin-top-left group-has-[[value=desktop]:checked]/preview:[transform:scale(tan(atan2(100cqw,1280px)))]"
          />
        </div>
        <p className="text-sm text-ink-soft">This is a sample order. You can’t make a payment here.</p>
      </section>
    );
  },
);

type SwitchProps = { legend: string; name: string; options: Record<string, string>; usual: string };

function Switch({ legend, name, options, usual }: SwitchProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-1 rounded-lg bg-sunken p-1 text-sm">
        {Object.entries(options).map(([value, text]) => (
          <label
            key={value}
            className="flex min-h-9 cursor-pointer items-center rounded-md px-3 font-medium text-ink-soft has-checked:bg-surface has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-(--text-color-accent)"
          >
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === usual}
              className="sr-only"
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
