import { useState } from 'react';
import { getButtonClass } from '~/ui/forms/button';
import { useFormContextUrl } from '~/ui/forms/form';
import { SegmentedControl } from '~/ui/forms/segmented-control';
import { listOptions } from '../design-labels';
import { editor } from '../editor-path';
import type { ColorScheme } from './color-scheme';
import { frameName, LiveFrame } from './live-frame';
import { PreviewLayout } from './preview-layout';
import { PreviewDevice } from './preview-device';
import { sampleStates } from './sample-choice';
import { devices, viewField, type Device, type LivePage } from './use-live-preview';
import { ViewSelect } from './view-select';

const path = `${editor}/preview`;
const deviceNames: Record<Device, string> = { phone: 'Phone', desktop: 'Desktop' };

export const sizeOptions = devices.map((value) => ({ value, text: deviceNames[value] }));
/** The initial choice has both devices if there's room, and else the phone (editor.css). */
const automaticSize = {
  value: 'auto',
  text: (
    <>
      <span className="when-wide">Both</span>
      <span className="when-narrow">Phone</span>
    </>
  ),
};
const schemeOptions = [
  { value: '', text: 'Colors' },
  { value: 'light', text: 'Light' },
  { value: 'dark', text: 'Dark' },
];
const zoomOptions = [
  { value: 'fit', text: 'Fit' },
  { value: '50', text: '50%' },
  { value: '75', text: '75%' },
  { value: '100', text: '100%' },
];
const stateOptions = Object.entries(sampleStates).map(([value, text]) => ({ value, text }));
const languageOptions = [{ value: '', text: 'Language' }, ...listOptions('language')];

type Props = {
  live: boolean;
  pages: Record<Device, LivePage>;
  unsaved: boolean;
  /** Whether the page follows the payer's light or dark setting. */
  followsScheme: boolean;
};

/**
 * The payers' page with the form's current values, on a phone and a desktop. Its controls are fields of the form: those that
 * change the page are sent with it, and the others only change its style, with or without scripts.
 */
export function PreviewPane({ live, pages, unsaved, followsScheme }: Props) {
  const noted = useFormContextUrl();
  const [scheme, setScheme] = useState<ColorScheme>('');
  return (
    <PreviewLayout
      controls={
        <>
          <SegmentedControl
            legend="Device"
            name={viewField('size')}
            options={[automaticSize, ...sizeOptions]}
            defaultValue="auto"
          />
          <ViewSelect label="Zoom" name={viewField('zoom')} options={zoomOptions} />
          <ViewSelect label="Page" name="state" options={stateOptions} />
          <ViewSelect label="Language" name="sampleLanguage" options={languageOptions} />
          <ViewSelect
            label="Color scheme"
            name={viewField('scheme')}
            options={schemeOptions}
            onChange={({ target }) => setScheme(target.value as ColorScheme)}
            hidden={!live || !followsScheme}
          />
          <p className="when-wide text-xs text-ink-soft">A sample order. You can’t pay here.</p>
          {unsaved && !live && (
            <p className="text-sm">
              This preview shows the last saved design. To see your changes, select an “Update preview” button
              below.
            </p>
          )}
        </>
      }
    >
      {devices.map((device) => (
        <PreviewDevice
          key={device}
          device={device}
          caption={
            !live && (
              <button
                type="submit"
                formAction={noted(path)}
                formTarget={frameName(device)}
                className={getButtonClass({ variant: 'secondary', size: 'small' })}
              >
                Update preview on {device}
              </button>
            )
          }
        >
          <LiveFrame
            device={device}
            src={path}
            action={noted(path)}
            page={pages[device]}
            scheme={followsScheme ? scheme : ''}
          />
        </PreviewDevice>
      ))}
    </PreviewLayout>
  );
}
